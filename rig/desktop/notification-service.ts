import dbusNative from "@homebridge/dbus-native";
import { waitUntil } from "../../src/testing/wait-until.ts";

/** One call of `Notify`, as the desktop's notification service got it. */
export interface DesktopNotification {
  readonly id: number;
  readonly application: string;
  readonly replaces: number;
  readonly icon: string;
  readonly summary: string;
  readonly body: string;
  /** Low 0, normal 1, critical 2; undefined where the sender said nothing. */
  readonly urgency: number | undefined;
}

/** What owns `org.freedesktop.Notifications` on a bus and writes down what it is asked to show. */
export interface NotificationService extends AsyncDisposable {
  readonly shown: readonly DesktopNotification[];
  /** Ids that somebody asked to close, in order. */
  readonly closed: readonly number[];
  waitForShown(count: number, deadlineMs?: number): Promise<readonly DesktopNotification[]>;
}

/** The part of the library that its own types leave out. */
interface Bus {
  readonly connection: { end(): void; on(event: string, listener: (error: unknown) => void): void };
  requestName(name: string, flags: number, callback: (error: unknown, result: number) => void): void;
  exportInterface(object: object, path: string, iface: object): void;
}
type SessionBusOf = (options: { busAddress: string }) => Bus;

const NAME = "org.freedesktop.Notifications";
const PATH = "/org/freedesktop/Notifications";
const INTERFACE = {
  name: NAME,
  methods: {
    Notify: ["susssasa{sv}i", "u"],
    CloseNotification: ["u", ""],
    GetCapabilities: ["", "as"],
    GetServerInformation: ["", "ssss"],
  },
  signals: { NotificationClosed: ["uu"], ActionInvoked: ["us"] },
};

type Hint = readonly [name: string, value: readonly [signature: unknown, values: readonly unknown[]]];

/** Takes the name on the bus at `address`. @throws Error when somebody else has it */
export async function startNotificationService(address: string): Promise<NotificationService> {
  const bus = (dbusNative as unknown as { sessionBus: SessionBusOf }).sessionBus({ busAddress: address });
  bus.connection.on("error", () => {}); // the bus goes first when a test ends
  const shown: DesktopNotification[] = [];
  const closed: number[] = [];
  let lastId = 0;
  bus.exportInterface(
    {
      Notify: (
        application: string,
        replaces: number,
        icon: string,
        summary: string,
        body: string,
        _actions: readonly string[],
        hints: readonly Hint[],
      ) => {
        lastId += 1;
        const urgency = hints.find(([name]) => name === "urgency")?.[1][1][0];
        const id = replaces === 0 ? lastId : replaces;
        shown.push({
          id,
          application,
          replaces,
          icon,
          summary,
          body,
          urgency: typeof urgency === "number" ? urgency : undefined,
        });
        return id;
      },
      CloseNotification: (id: number) => {
        closed.push(id);
      },
      GetCapabilities: () => ["body", "actions"],
      GetServerInformation: () => ["pi-notify tests", "pi-notify", "1", "1.2"],
    },
    PATH,
    INTERFACE,
  );
  await new Promise<void>((resolve, reject) => {
    bus.requestName(NAME, 4, (error, result) => {
      if (error || result !== 1) reject(new Error("the notification service's name is taken"));
      else resolve();
    });
  });
  return {
    shown,
    closed,
    waitForShown: async (count, deadlineMs) => {
      await waitUntil(
        () => `${count} notifications, ${shown.length} came: ${JSON.stringify(shown)}`,
        () => shown.length >= count,
        deadlineMs,
      );
      return shown;
    },
    async [Symbol.asyncDispose]() {
      bus.connection.end();
    },
  };
}
