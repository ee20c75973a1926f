import type { Environment } from "../../ports/environment.ts";
import type { ProgramCall } from "../../ports/program-runner.ts";
import type { DesktopText } from "./desktop-text.ts";

/** PowerShell's own name in the start menu: toasts need one that Windows knows. */
const APPLICATION = String.raw`{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\WindowsPowerShell\v1.0\powershell.exe`;

/**
 * Constant. PowerShell takes typographic quotes for quotes as well, so no quoting makes a text safe inside a script
 * (R23): it comes on standard input, in ASCII, because what PowerShell reads there depends on a code page.
 * `$input`, because PowerShell itself reads what stands on standard input. No double quote, which a command line would
 * need to escape.
 */
const SCRIPT = [
  "$ErrorActionPreference = 'Stop'",
  "$json = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String((@($input) -join '')))",
  "$text = ConvertFrom-Json $json",
  "[void][Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]",
  "[void][Windows.Data.Xml.Dom.XmlDocument, Windows.Data.Xml.Dom.XmlDocument, ContentType = WindowsRuntime]",
  "$kind = [Windows.UI.Notifications.ToastTemplateType]::ToastText02",
  "$xml = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent($kind)",
  "$places = $xml.GetElementsByTagName('text')",
  "[void]$places.Item(0).AppendChild($xml.CreateTextNode($text.title))",
  "[void]$places.Item(1).AppendChild($xml.CreateTextNode($text.body))",
  "if ($text.sound) { $audio = $xml.CreateElement('audio'); $audio.SetAttribute('src', 'ms-winsoundevent:' + $text.sound); [void]$xml.DocumentElement.AppendChild($audio) }",
  "$toast = [Windows.UI.Notifications.ToastNotification]::new($xml)",
  `[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('${APPLICATION}').Show($toast)`,
].join("; ");

/** Where Windows, .NET and PowerShell's modules look for themselves and the user; from WSL, the way to Windows. */
const INHERITS = [
  ...["PATH", "PATHEXT", "ComSpec", "SystemDrive", "SystemRoot", "windir", "TEMP", "TMP"],
  ...["USERNAME", "USERDOMAIN", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "ProgramData"],
  ...["ProgramFiles", "ProgramFiles(x86)", "ProgramW6432", "PSModulePath", "PROCESSOR_ARCHITECTURE"],
  ...["WSL_INTEROP", "WSL_DISTRO_NAME"],
];

/** @param sound without the `ms-winsoundevent:` that all of them begin with */
export function powershellCall(
  { title, body }: DesktopText,
  { sound, program }: { readonly sound?: string; readonly program: string },
): ProgramCall {
  const words = JSON.stringify({ title, body, sound });
  return {
    program,
    inherits: INHERITS,
    args: ["-NoProfile", "-NonInteractive", "-Command", SCRIPT],
    input: Buffer.from(words, "utf8").toString("base64"),
  };
}

/** The PowerShell of Windows itself, which speaks to its desktop; by its path, since Windows looks in the current folder first. */
export function windowsPowershell(env: Environment): string {
  return String.raw`${env.SystemRoot || String.raw`C:\Windows`}\System32\WindowsPowerShell\v1.0\powershell.exe`;
}

/** The same program as WSL knows it, by its `PATH`. */
export const WSL_POWERSHELL = "powershell.exe";
