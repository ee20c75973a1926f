import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * What takes longest goes first, so that no worker is left alone with it at the end. Without a cache, as in a fresh
 * clone, Vitest goes by the size of a file, and the searches of the model are short files.
 */
export default class SearchesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSearch = ({ moduleId }: TestSpecification) => moduleId.includes("/test/model/");
    return [...sorted.filter(isSearch), ...sorted.filter((file) => !isSearch(file))];
  }
}
