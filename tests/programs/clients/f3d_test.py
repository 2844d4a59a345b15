# SPDX-License-Identifier: BSD-3-Clause
"""What f3d shows of exported models, in pictures, for it does not tell positions: python3 f3d_test.py SAMPLES F3D"""
import os
import subprocess
import sys
import tempfile
import unittest

import numpy
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOImage import vtkPNGReader

SAMPLES, F3D = sys.argv[1:3]
SIZE = 200
BITE = 3  # the clip of the sample
SECONDS = 0.25

# Older versions show a moment of a clip only when they play: these are the space bar, and as many ticks of the clock.
TICKS = 8
KEYS = ["KeyPressEvent", "CharEvent", "KeyReleaseEvent"]
EVENTS = "\n".join(["# StreamVersion 1.1", *(f"{key} 0 0 0 32 1 space" for key in KEYS),
                    *(["TimerEvent 0 0 0 0 0 space"] * TICKS)])
HAS_TIME = "--animation-time" in subprocess.run([F3D, "--help"], capture_output=True, text=True, check=True).stdout


def picture(folder, name, clip, plays):
    """The pixels of a model, without the bar at the bottom that shows the progress of a clip."""
    out = os.path.join(folder, "picture.png")
    options = ["--dry-run", f"--resolution={SIZE},{SIZE}", "--camera-position=60,20,60", "--camera-focal-point=0,0,0",
               "--camera-view-up=0,1,0", f"--animation-index={clip}", f"--output={out}"]
    if plays and HAS_TIME:
        options.append(f"--animation-time={SECONDS}")
    elif plays:
        events = os.path.join(folder, "events.log")
        with open(events, "w", encoding="utf-8") as file:
            file.write(EVENTS)
        options.append(f"--interaction-test-play={events}")
    subprocess.run([F3D, *options, os.path.join(SAMPLES, f"{name}.glb")], check=True, timeout=60, capture_output=True)
    reader = vtkPNGReader()
    reader.SetFileName(out)
    reader.Update()
    os.remove(out)
    pixels = vtk_to_numpy(reader.GetOutput().GetPointData().GetScalars()).reshape(SIZE, SIZE, -1)
    return pixels[10:].astype(int)


class Pictures(unittest.TestCase):
    def test_a_clip_beyond_the_fourth_target_stands_still_and_moves_with_its_own_frames_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            rest = picture(folder, "models/sample", 0, False)
            self.assertGreater(len(numpy.unique(rest)), 10, "nothing is shown")
            every_frame = picture(folder, "models/sample", BITE, True)
            self.assertEqual(numpy.count_nonzero(rest != every_frame), 0)
            used_frames = picture(folder, "models/one clip", 0, True)
            self.assertGreater(numpy.count_nonzero(abs(rest - used_frames) > 40), 500)

    def test_with_bones_the_whole_model_moves(self):
        with tempfile.TemporaryDirectory() as folder:
            rest = picture(folder, "bones/sample with bones", BITE, False)
            bones = picture(folder, "bones/sample with bones", BITE, True)
            used_frames = picture(folder, "models/one clip", 0, True)
            self.assertGreater(numpy.count_nonzero(abs(rest - bones) > 40), 5000)
            self.assertLess(numpy.count_nonzero(abs(used_frames - bones) > 40), 400)


unittest.main(argv=sys.argv[:1])
