"""What a desktop offers by D-Bus, for the drive: a service that shows notices, and a tray. Takes and answers lines of JSON."""
import ctypes
import json
import sys
import threading

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
shown = {}
items = []


class Notifications(dbus.service.Object):
    """https://specifications.freedesktop.org/notification-spec/latest/"""

    FACE = "org.freedesktop.Notifications"

    @dbus.service.method(FACE, out_signature="as")
    def GetCapabilities(self):
        return ["actions", "body", "body-markup", "persistence"]

    @dbus.service.method(FACE, out_signature="ssss")
    def GetServerInformation(self):
        return ("drive", "Pursuit", "1", "1.2")

    @dbus.service.method(FACE, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, title, body, actions, hints, expires):
        number = int(replaces) or max(shown, default=0) + 1
        pairs = zip(actions[::2], actions[1::2])
        shown[number] = {
            "number": number,
            "app": str(app),
            "title": str(title),
            "body": str(body),
            "actions": [{"id": str(one), "label": str(label)} for one, label in pairs],
        }
        return dbus.UInt32(number)

    @dbus.service.method(FACE, in_signature="u")
    def CloseNotification(self, number):
        shown.pop(int(number), None)
        self.NotificationClosed(number, dbus.UInt32(3))

    @dbus.service.signal(FACE, signature="us")
    def ActionInvoked(self, number, action):
        pass

    @dbus.service.signal(FACE, signature="uu")
    def NotificationClosed(self, number, reason):
        pass


class Watcher(dbus.service.Object):
    """https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/StatusNotifierWatcher/"""

    FACE = "org.kde.StatusNotifierWatcher"

    @dbus.service.method(FACE, in_signature="s", sender_keyword="sender")
    def RegisterStatusNotifierItem(self, given, sender=None):
        items.append((sender, str(given)) if given.startswith("/") else (str(given), "/StatusNotifierItem"))

    @dbus.service.method(FACE, in_signature="s")
    def RegisterStatusNotifierHost(self, given):
        pass

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
    def Get(self, face, name):
        return self.GetAll(face)[name]

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="s", out_signature="a{sv}")
    def GetAll(self, face):
        known = dbus.Array([owner + path for owner, path in items], signature="s")
        return {
            "IsStatusNotifierHostRegistered": True,
            "ProtocolVersion": dbus.Int32(0),
            "RegisteredStatusNotifierItems": known,
        }


MENU = "com.canonical.dbusmenu"


def menu_of_tray():
    """The newest tray's menu, and its lines."""
    owner, path = items[-1]
    item = dbus.Interface(bus.get_object(owner, path), "org.freedesktop.DBus.Properties")
    menu = dbus.Interface(bus.get_object(owner, item.Get("org.kde.StatusNotifierItem", "Menu")), MENU)
    _, (_, _, children) = menu.GetLayout(0, -1, dbus.Array([], signature="s"))
    lines = [
        {
            "number": int(number),
            "label": str(facts.get("label", "")).replace("_", ""),
            "enabled": bool(facts.get("enabled", True)),
            "ticked": bool(facts.get("toggle-state", 0) == 1),
        }
        for number, facts, _ in children
        if facts.get("type") != "separator"
    ]
    return menu, lines


class ClientMessage(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("room", ctypes.c_long * 24),
    ]


def close_window(title):
    """Asks the window to close, as a click on its cross does. Source: ICCCM, section 4.2.8."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XDefaultRootWindow.restype = x.XInternAtom.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x.XOpenDisplay(None))
    unused, many, count = ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
    by = ctypes.byref
    root = ctypes.c_ulong(x.XDefaultRootWindow(display))
    x.XQueryTree(display, root, by(unused), by(unused), by(many), by(count))
    found = 0
    for window in many[: count.value]:
        name = ctypes.c_char_p()
        x.XFetchName(display, ctypes.c_ulong(window), by(name))
        atoms, number = ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_int()
        if name.value != title.encode() or not x.XGetWMProtocols(display, ctypes.c_ulong(window), by(atoms), by(number)):
            continue
        message = ClientMessage(type=33, window=window, format=32)
        message.message_type = x.XInternAtom(display, b"WM_PROTOCOLS", 0)
        message.data[0] = x.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
        x.XSendEvent(display, ctypes.c_ulong(window), 0, ctypes.c_long(0), by(message))
        found += 1
    x.XCloseDisplay(display)
    if not found:
        raise LookupError(title)


def answer(asked):
    wanted = asked["do"]
    if wanted == "notices":
        return list(shown.values())
    if wanted == "act":
        notices.ActionInvoked(dbus.UInt32(asked["number"]), asked["action"])
        shown.pop(asked["number"], None)
        notices.NotificationClosed(dbus.UInt32(asked["number"]), dbus.UInt32(2))
        return None
    if wanted == "close":
        return close_window(asked["title"])
    if wanted == "menu":
        return menu_of_tray()[1]
    if wanted == "click":
        menu, lines = menu_of_tray()
        number = next(line["number"] for line in lines if line["label"] == asked["label"])
        menu.Event(dbus.Int32(number), "clicked", dbus.Int32(0), dbus.UInt32(0))
        return None
    if wanted == "owner":
        return int(bus.get_object("org.freedesktop.DBus", "/").GetConnectionUnixProcessID(asked["name"]))
    raise ValueError(wanted)


def reply(line):
    asked = json.loads(line)
    try:
        said = {"answer": answer(asked)}
    except Exception as problem:  # The drive asks again.
        said = {"problem": f"{type(problem).__name__}: {problem}"}
    print(json.dumps({"id": asked["id"], **said}), flush=True)


def read():
    for line in sys.stdin:
        GLib.idle_add(reply, line)
    GLib.idle_add(loop.quit)


notices = Notifications(dbus.service.BusName("org.freedesktop.Notifications", bus), "/org/freedesktop/Notifications")
watcher = Watcher(dbus.service.BusName("org.kde.StatusNotifierWatcher", bus), "/StatusNotifierWatcher")
loop = GLib.MainLoop()
threading.Thread(target=read, daemon=True).start()
print(json.dumps({"ready": True}), flush=True)
loop.run()
