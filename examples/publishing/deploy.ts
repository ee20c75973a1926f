import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { publishNotification } from "pi-notify-xstate/api";

/** `/deploy SERVICE`: takes minutes, and tells how it went. */
export default function deploy(pi: ExtensionAPI): void {
  pi.registerCommand("deploy", {
    description: "Deploy a service",
    handler: async (service) => {
      const { code } = await pi.exec("./deploy.sh", [service]);
      publishNotification({
        events: pi.events,
        eventId: code === 0 ? "task-completed" : "integration-error",
        source: "my-deploy-extension",
        label: code === 0 ? `${service} is live` : `${service} could not be deployed`,
      });
    },
  });
}
