import { defineMessages } from "./define-messages.ts";

/** Why a file was not written, in a clause without a path. */
export const fileFaultMessages = defineMessages({
  EEXIST: {
    en: "a file of that name exists and is kept; choose another name",
    zh: "已有同名文件，没有覆盖；请换个名字",
  },
  ENOENT: { en: "its folder does not exist", zh: "所在的文件夹不存在" },
  ENOTDIR: { en: "its folder is a file", zh: "所在的文件夹其实是文件" },
  EISDIR: { en: "it is a folder", zh: "它是文件夹" },
  EACCES: { en: "you may not write there", zh: "没有写入权限" },
  EPERM: { en: "you may not write there", zh: "没有写入权限" },
  EROFS: { en: "the file system is read-only", zh: "文件系统是只读的" },
  ENOSPC: { en: "the disk is full", zh: "磁盘已满" },
  unknown: { en: "unknown fault", zh: "未知错误" },
});

/** What `/notify export` and `/notify visualize` say. */
export const writtenMessages = defineMessages({
  notWritten: { en: "{path} was not written: {fault}.", zh: "没有写入 {path}：{fault}。" },
  traceWritten: { en: "Wrote {path}, records: {count}.", zh: "已写入 {path}，共 {count} 条记录。" },
  traceWrittenInPart: {
    en: "Wrote {path}, records: {count}; older ones no longer kept: {dropped}.",
    zh: "已写入 {path}，共 {count} 条记录；更早的 {dropped} 条已不再保留。",
  },
  pageMissing: {
    en: "The viewer's page is not built; run `npm run build` first.",
    zh: "还没有构建查看器的网页，请先运行 `npm run build`。",
  },
  pageWritten: {
    en: "Wrote a page, records: {count}. Open it in a browser:",
    zh: "已写好网页，共 {count} 条记录。请在浏览器里打开：",
  },
  pageNotWritten: { en: "The page was not written: {fault}.", zh: "网页没有写入：{fault}。" },
  cannotFollow: { en: "The session cannot be followed: {fault}.", zh: "无法实时跟随会话：{fault}。" },
  follow: {
    en: "To follow this session until it ends, in one browser on this machine:",
    zh: "要实时跟随本次会话直到结束，请在本机的一个浏览器里打开：",
  },
});
