import { configurationTable, eventCatalogue, refusalCatalogue } from './catalogues.ts'
import { coverage } from './coverage.ts'
import { roleMatrix } from './roles.ts'
import { ruleBook } from './rule-book.ts'
import { ruleIndex } from './rule-index.ts'

/** Every file made of the code, by its path; a test compares them with what is committed. */
export const generatedDocs = (root: URL): Readonly<Record<string, string>> => ({
  'docs/generated/events.md': eventCatalogue(),
  'docs/configuration.md': configurationTable(),
  'docs/generated/refusals.md': refusalCatalogue(),
  'docs/generated/roles.md': roleMatrix(),
  'docs/coverage.md': coverage(root),
  'docs/generated/rules.md': ruleIndex(root),
  'web/contract/rule-book.ts': ruleBook(),
})
