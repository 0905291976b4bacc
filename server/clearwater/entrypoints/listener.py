"""The listening socket of the api processes: the supervisor opens it once, and all of them accept from it.

Connections that arrive while none of them runs wait in its queue until one does.
"""

import errno
import os
import socket

from clearwater.kit.errors import StartupError

MAX_UNSENT_BYTES = 128 * 1024
BACKLOG = 2048
# The file descriptor of an inherited socket.
LISTENER_FD = "CLEARWATER_LISTENER_FD"


def bind(host: str, port: int, *, host_setting: str = "HOST", port_setting: str = "PORT") -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror:
        raise StartupError(
            f"The host {host} is not known here; set {host_setting} to an address of this machine."
        ) from None
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        # Unread data stays in the process, where it is measured, instead of in kernel buffers.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MAX_UNSENT_BYTES)
    try:
        listener.bind(address)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise StartupError(
                f"Port {port} on {host} is in use; set {port_setting} to another port."
            ) from None
        reason = error.strerror or str(error)
        raise StartupError(
            f"Port {port} on {host} cannot be used ({reason}); set {port_setting} or {host_setting}."
        ) from None
    return listener


def inherit_or_bind(host: str, port: int) -> socket.socket:
    """The socket that the supervisor has opened, or one of this process's own."""
    descriptor = os.environ.get(LISTENER_FD)
    return bind(host, port) if descriptor is None else socket.socket(fileno=int(descriptor))
