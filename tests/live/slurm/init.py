"""Process 1 of a sandbox: builds the private root, says so, and waits for its owner to go away.

Run as ``unshare --net --mount --uts --ipc --pid --fork --kill-child python -I -S init.py LOWER BASE HOST SECONDS``.
LOWER is the installed Debian folder, read only below an overlay; BASE an empty folder that gets the private mounts.
Nothing written inside outlives the process: upper layer, /dev and /run are in memory.

It ends when its stdin ends (so also when the owner is killed) or after SECONDS, and the kernel then kills every process
of the namespace. Only the standard library, and no import from the project: it runs with ``-I -S``.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

GPUS = 16
CHARACTER_DEVICES = {"null": (1, 3), "zero": (1, 5), "full": (1, 7), "random": (1, 8), "urandom": (1, 9), "tty": (5, 0)}
LINKS = {"ptmx": "pts/ptmx", "fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}


def mount(*arguments: str | Path) -> None:
    subprocess.run(["mount", *map(str, arguments)], check=True)


def network() -> None:
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    # With 127.0.0.1 alone glibc's AI_ADDRCONFIG makes getaddrinfo(NULL) fail, and no daemon of Slurm can listen.
    subprocess.run(["ip", "address", "add", "10.255.255.1/32", "dev", "lo"], check=True)
    # 22.05 talks to slurmdbd in small pieces, and each waits 40 ms for the delayed acknowledgement of the one before.
    change = "ip route change local 127.0.0.1 dev lo table local proto kernel scope host src 127.0.0.1 quickack 1"
    subprocess.run(change.split(), check=True)


def overlay(lower: Path, base: Path) -> Path:
    mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", base)
    upper, work, merged = base / "upper", base / "work", base / "merged"
    for folder in (upper, work, merged):
        folder.mkdir()
    mount("-t", "overlay", "overlay", "-o", f"lowerdir={lower},upperdir={upper},workdir={work}", merged)
    return merged


def devices(dev: Path) -> None:
    mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", dev)
    fakes = {f"nvidia{i}": (195, i) for i in range(GPUS)} | {"nvidiactl": (195, 255)}
    for name, (major, minor) in (CHARACTER_DEVICES | fakes).items():
        os.mknod(dev / name, 0o20666, os.makedev(major, minor))
        (dev / name).chmod(0o666)
    (dev / "shm").mkdir()
    (dev / "shm").chmod(0o1777)
    (dev / "pts").mkdir()
    mount("-t", "devpts", "-o", "newinstance,ptmxmode=666", "devpts", dev / "pts")
    for link, target in LINKS.items():
        (dev / link).symlink_to(target)


def main() -> None:
    lower, base, host, seconds = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    subprocess.run(["hostname", host], check=True)
    network()
    root = overlay(lower, base)
    mount("-t", "proc", "proc", root / "proc")
    mount("--rbind", "/sys", root / "sys")
    devices(root / "dev")
    mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", root / "run")
    (root / "etc/hosts").write_text(f"127.0.0.1 localhost {host}\n::1 localhost\n")
    (root / "etc/hostname").write_text(f"{host}\n")
    os.chroot(root)
    os.chdir("/")
    # Orphans of the namespace become ours; ignoring the signal makes the kernel reap them.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    # The kernel drops a signal without a handler that is meant for process 1.
    signal.signal(signal.SIGALRM, lambda *_: os._exit(1))
    signal.alarm(seconds)
    os.write(1, b"ready\n")
    while os.read(0, 4096):
        pass


if __name__ == "__main__":
    main()
