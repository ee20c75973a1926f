import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** `/backup`: the same without a dependency. Where pi-notify is not installed, nobody listens. */
export default function backup(pi: ExtensionAPI): void {
  pi.registerCommand("backup", {
    description: "Save the working directory elsewhere",
    handler: async () => {
      await pi.exec("./backup.sh", []);
      pi.events.emit("pi-notify:publish", {
        eventId: "task-completed",
        source: "my-backup-extension",
        label: "Backup is done",
      });
    },
  });
}
