"""What the signer's process gives up before it reads a request: the network, other programs, core files.

A seccomp filter refuses system calls; the kernel keeps it for the life of the process. Numbers of system
calls differ between machines, so only those that are listed here are supported; elsewhere the log says that
the filter is missing.
"""

import ctypes
import os
import platform
import resource
import socket
import struct
import sys

PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP = 4, 38, 22
SECCOMP_MODE_FILTER = 2
CLONE_NEWNET = 0x4000_0000
MCL_CURRENT, MCL_FUTURE, MCL_ONFAULT = 1, 2, 4
# Fields of seccomp_data; of the first argument the lower half, which comes first on both machines.
NUMBER_OFFSET, ARCHITECTURE_OFFSET, ARGUMENT_OFFSET = 0, 4, 16
BPF_LOAD, BPF_EQUAL, BPF_AT_LEAST, BPF_RETURN = 0x20, 0x15, 0x35, 0x06
ALLOW, KILL_PROCESS, REFUSE = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
EPERM = 1
# The second way to call an x86-64 kernel has numbers of its own, which begin here.
X32_NUMBERS = 0x4000_0000

ARCHITECTURES = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
MACHINES = ("x86_64", "aarch64")
# The number of each system call on these machines.
SOCKET_CALLS = {"socket": (41, 198), "socketpair": (53, 199)}
REFUSED_CALLS = {
    "execve": (59, 221),
    "execveat": (322, 281),
    "connect": (42, 203),
    # Makes sockets without the call of that name.
    "io_uring_setup": (425, 425),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "setns": (308, 268),
    "unshare": (272, 97),
    "mount": (165, 40),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "open_by_handle_at": (304, 265),
    "keyctl": (250, 219),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "kexec_load": (246, 104),
}

Instruction = tuple[int, int, int, int]


def give_up_network() -> bool:
    """Move to a network namespace of one's own, in which there is nothing; needs root."""
    if os.geteuid() != 0 or sys.platform != "linux":
        return False
    return _succeeds("unshare", CLONE_NEWNET)


def allow_locked_memory() -> None:
    """Root may lift the limit; the account that comes after may then lock its memory."""
    if os.geteuid() == 0:
        try:
            resource.setrlimit(resource.RLIMIT_MEMLOCK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        except (OSError, ValueError):
            return


def lock_memory() -> bool:
    """Keep keys out of the swap. Only without a limit: with one, later allocations would fail."""
    if sys.platform != "linux" or resource.getrlimit(resource.RLIMIT_MEMLOCK)[0] != resource.RLIM_INFINITY:
        return False
    return _succeeds("mlockall", MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT)


def forbid_dumps() -> bool:
    """No core files, and no reading of the memory by other processes of the same user."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return sys.platform == "linux" and _succeeds("prctl", PR_SET_DUMPABLE, 0, 0, 0, 0)


def install_filter() -> bool:
    """Refuse sockets other than unix ones, connections, and other programs, for this thread and its heirs."""
    machine = platform.machine()
    if sys.platform != "linux" or machine not in ARCHITECTURES:
        return False
    instructions = build_filter(machine)
    code = b"".join(struct.pack("HBBI", *instruction) for instruction in instructions)
    buffer = ctypes.create_string_buffer(code, len(code))
    program = ctypes.create_string_buffer(
        struct.pack("HxxxxxxP", len(instructions), ctypes.addressof(buffer)), 16
    )
    address = ctypes.addressof(program)
    return _succeeds("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) and _succeeds(
        "prctl", PR_SET_SECCOMP, SECCOMP_MODE_FILTER, address, 0, 0
    )


def _succeeds(name: str, *arguments: int) -> bool:
    """Whether a function of the C library returned 0."""
    function = getattr(ctypes.CDLL(None), name)
    return bool(function(*map(ctypes.c_long, arguments)) == 0)


def build_filter(machine: str) -> list[Instruction]:
    """The program for one kind of machine; jumps count the instructions that follow."""
    refuse: Instruction = (BPF_RETURN, 0, 0, REFUSE | EPERM)
    allow: Instruction = (BPF_RETURN, 0, 0, ALLOW)
    program: list[Instruction] = [
        (BPF_LOAD, 0, 0, ARCHITECTURE_OFFSET),
        (BPF_EQUAL, 1, 0, ARCHITECTURES[machine]),
        (BPF_RETURN, 0, 0, KILL_PROCESS),
        (BPF_LOAD, 0, 0, NUMBER_OFFSET),
    ]
    if machine == "x86_64":
        program += [(BPF_AT_LEAST, 0, 1, X32_NUMBERS), refuse]
    column = MACHINES.index(machine)
    for numbers in REFUSED_CALLS.values():
        program += [(BPF_EQUAL, 0, 1, numbers[column]), refuse]
    for numbers in SOCKET_CALLS.values():
        program += [
            (BPF_EQUAL, 0, 4, numbers[column]),
            (BPF_LOAD, 0, 0, ARGUMENT_OFFSET),
            (BPF_EQUAL, 0, 1, socket.AF_UNIX),
            allow,
            refuse,
        ]
    return [*program, allow]
