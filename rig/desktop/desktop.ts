import { type NotificationService, startNotificationService } from "./notification-service.ts";
import type { Screen } from "./screen.ts";
import { type SessionBus, startSessionBus } from "./session-bus.ts";
import { startVirtualScreen } from "./virtual-screen.ts";

/** A desktop without a person: a screen, a session bus, and a service that takes notifications. */
export interface Desktop extends AsyncDisposable {
  readonly bus: SessionBus;
  readonly notifications: NotificationService;
  /** What makes a program run on this desktop. */
  readonly env: Readonly<Record<string, string>>;
}

/** With X11, unless another screen is given. */
export async function startDesktop(startScreen: () => Promise<Screen> = () => startVirtualScreen()): Promise<Desktop> {
  await using stack = new AsyncDisposableStack();
  const screen = stack.use(await startScreen());
  const bus = stack.use(await startSessionBus());
  const notifications = stack.use(await startNotificationService(bus.address));
  const owned = stack.move();
  return {
    bus,
    notifications,
    env: { ...screen.env, DBUS_SESSION_BUS_ADDRESS: bus.address, XDG_RUNTIME_DIR: bus.runtimeFolder },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
