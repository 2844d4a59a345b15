# SPDX-License-Identifier: BSD-3-Clause
"""Ends the processes of a conversion in every way: python3 processes_test.py CONVERT MAKE_SAMPLE

A conversion writes to a named pipe that is full, so it works until it is ended. Each process has a stream of this one, which
ends when the last process has ended."""
import fcntl
import os
import select
import signal
import subprocess
import sys
import tempfile
import time

convert, make_sample = map(os.path.realpath, sys.argv[1:])
MOST_SECONDS = 100


class Conversion:
    """The conversion of inputs to OUTPUT, whose file PIPE is a named pipe."""

    def __init__(self, output, pipe, *inputs, options=("--jobs=1",), **popen):
        os.makedirs(output, exist_ok=True)
        self.output, self.pipe = output, os.path.join(output, pipe)
        os.mkfifo(self.pipe)
        self.reader = os.open(self.pipe, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.fcntl(self.reader, fcntl.F_SETPIPE_SZ, 4096)
        self.living, stream = os.pipe()
        self.process = subprocess.Popen([convert, *options, *inputs, self.pipe if len(inputs) == 1 else output + "/"],
                                        stdout=open("out.txt", "w"), stderr=open("err.txt", "w"), pass_fds=[stream], **popen)
        os.close(stream)

    def works(self):
        """Waits until the first bytes are in the pipe."""
        assert select.select([self.reader], [], [], MOST_SECONDS)[0]
        return self

    def workers(self):
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as file:
            return [int(number) for number in file.read().split()]

    def ends(self, code, error=None, files=()):
        """Waits for the end of all processes, and compares what is left."""
        assert self.process.wait(MOST_SECONDS) == code, self.process.returncode
        assert select.select([self.living], [], [], MOST_SECONDS)[0], "a worker lives"
        os.close(self.reader)
        os.remove(self.pipe)
        assert sorted(os.listdir(self.output)) == sorted(files), os.listdir(self.output)
        with open("err.txt") as file:
            said = file.read()
        assert error is None or error in said, said


def test_timeout_fails_one_file():
    Conversion("a", "pipe.glb", "pipe.md2", "tris.md2", options=("--jobs=1", "--timeout=1")).ends(
        1, "pipe.md2: took longer than 1 s", ["tris.glb"])


def test_timeout_does_not_count_while_the_command_is_stopped():
    began = time.monotonic()
    conversion = Conversion("b", "pipe.glb", "tris.md2", options=["--timeout=2"]).works()
    conversion.process.send_signal(signal.SIGSTOP)
    time.sleep(3)
    conversion.process.send_signal(signal.SIGCONT)
    conversion.ends(1)
    assert time.monotonic() - began > 4


def test_end_of_a_worker_fails_one_file_and_names_the_signal():
    conversion = Conversion("c", "pipe.glb", "pipe.md2", "tris.md2").works()
    os.kill(conversion.workers()[0], signal.SIGKILL)
    conversion.ends(1, "pipe.md2: Assimp crashed: Killed", ["tris.glb"])


def test_signal_ends_command_and_workers():
    conversion = Conversion("d", "pipe.glb", "tris.md2", "pipe.md2").works()
    while not os.path.getsize("out.txt"):  # the line of tris.md2
        pass
    conversion.process.terminate()
    conversion.ends(-signal.SIGTERM, "pipe.md2: interrupted", ["tris.glb"])


def test_kill_of_the_command_ends_its_workers():
    conversion = Conversion("e", "pipe.glb", "tris.md2").works()
    conversion.process.kill()
    conversion.ends(-signal.SIGKILL)
    for _ in range(5):  # just after a worker has been started
        conversion = Conversion("e", "pipe.glb", "tris.md2")
        while not conversion.workers():
            pass
        conversion.process.kill()
        conversion.ends(-signal.SIGKILL)


def test_nohup_keeps_the_command_from_its_signal():
    conversion = Conversion("f", "pipe.glb", "pipe.md2", "tris.md2", options=("--jobs=1", "--timeout=2"),
                            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)).works()
    conversion.process.send_signal(signal.SIGHUP)
    conversion.ends(1, "pipe.md2: took longer than 2 s", ["tris.glb"])


def test_no_incomplete_file_is_left():
    def conversion(*options):
        started = Conversion("g", "x.gltf", "tris.md2", options=("--jobs=1", *options), start_new_session=True).works()
        assert len(os.listdir("g")) > 1, "the other file is not begun"
        return started

    conversion("--timeout=1").ends(1, "took longer than 1 s")
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGPIPE, signal.SIGQUIT, signal.SIGTERM):
        ended = conversion()
        os.killpg(ended.process.pid, number)  # as from a terminal
        ended.ends(-number, "assimp-md2: tris.md2: interrupted")


def test_signal_ends_the_wait_for_a_reader_of_stdout():
    reader, writer = os.pipe()
    os.write(writer, b"x" * fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096))
    process = subprocess.Popen([convert, "tris.md2", "stuck.glb"], stdout=writer)
    while not os.path.exists("stuck.glb"):
        time.sleep(0.05)
    process.terminate()
    assert process.wait(MOST_SECONDS) == -signal.SIGTERM
    os.close(reader)


def test_reader_that_leaves_early_leaves_no_temporary_files():
    for _ in range(4):
        process = subprocess.Popen([convert, "--jobs=2", *8 * ["tris.md2"], "early/"], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL)
        process.stdout.readline()
        process.stdout.close()
        process.wait(MOST_SECONDS)
        assert not [name for name in os.listdir("early") if name.endswith(".tmp")]


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    subprocess.run([make_sample, "tris.md2"], check=True)
    os.link("tris.md2", "pipe.md2")
    for name, test in [item for item in globals().items() if item[0].startswith("test_")]:
        test()
        print("ok:", name, flush=True)
