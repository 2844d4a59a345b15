"""Measures `assimp-md2 convert` of games with few and many small models, in two processes: convert.py BUILD_DIR [COUNT...]

The row of a count has the time of the conversion, the time to write files of the same sizes, and the largest memory of a
process.
"""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time


def write_pak(path, model, count):
    directory = b"".join(struct.pack("<56sii", f"models/{i}/tris.md2".encode(), 12 + i * len(model), len(model))
                         for i in range(count))
    header = struct.pack("<4sii", b"PACK", 12 + count * len(model), len(directory))
    path.write_bytes(header + count * model + directory)


build = pathlib.Path(sys.argv[1])
print("| models | GLB MB | convert s | CPU s | writing s | largest process MB |\n|--:|--:|--:|--:|--:|--:|")
for count in sys.argv[2:] or ["300", "3000"]:
    with tempfile.TemporaryDirectory() as folder:
        game, output = pathlib.Path(folder, "game"), pathlib.Path(folder, "glb")
        game.mkdir()
        subprocess.run([build / "tests/bench/import-benchmark", f"--write={folder}", "medium"], check=True)
        model = pathlib.Path(folder, "medium.md2").read_bytes()
        write_pak(game / "pak0.pak", model[:20] + bytes(4) + model[24:], int(count))  # without skins
        start = time.monotonic()
        command = [build / "plugin/command/convert", "--game", game, "--jobs=2", "*.md2", f"{output}/"]
        _, code, used = os.wait4(subprocess.Popen(command, stdout=subprocess.DEVNULL).pid, 0)
        seconds = time.monotonic() - start
        assert code == 0, command
        sizes = [file.stat().st_size for file in output.rglob("*.glb")]
        assert len(sizes) == int(count), f"{len(sizes)} files"
        start = time.monotonic()
        for i, size in enumerate(sizes):
            os.mkdir(f"{folder}/{i}")
            pathlib.Path(folder, str(i), "tris.glb").write_bytes(bytes(size))
        writing = time.monotonic() - start
        cpu = used.ru_utime + used.ru_stime
        print(f"| {count} | {sum(sizes) / 1e6:.0f} | {seconds:.1f} | {cpu:.1f} | {writing:.1f} | {used.ru_maxrss / 1024:.0f} |")
