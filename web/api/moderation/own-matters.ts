import { load } from '../../../application/command-handler.ts'
import {
  loadMatterOfCase,
  type Matter,
  matterOfAccount,
  matterOfReview,
  ownMatters,
  partialTo,
  requireImpartial,
} from '../../../application/moderation/own-matter.ts'
import type { Person } from '../../../application/person.ts'
import type { Result } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { ModeratedReview } from '../../../projections/moderation/case-file.queries.ts'
import type { ApiContext } from '../api-context.ts'

type Reader = Pick<Person, 'accountId'>

/** What the matters of a reader are decided on. */
export const matterContext = ({ services, clock }: ApiContext, person: Reader) => ({
  person,
  history: services.history,
  lookups: services.lookups,
  load: load(services),
  at: clock(),
})

/** Without the reader's own matters, which the console never shows to a party. @rule Q-128 */
export const withoutOwnMatters =
  <A>(api: ApiContext, reader: Reader, toMatter: (item: A) => Matter) =>
  (items: readonly A[]): Result<readonly A[]> =>
    pipe(
      ownMatters(matterContext(api, reader), reader.accountId, items.map(toMatter)),
      TE.map((own) => items.filter((_, i) => own[i] !== true)),
    )

/** The same for a page of a list. */
export const pageWithoutOwnMatters =
  <A>(api: ApiContext, reader: Reader, toMatter: (item: A) => Matter) =>
  <P extends { readonly items: readonly A[] }>(page: P) =>
    pipe(
      withoutOwnMatters(api, reader, toMatter)(page.items),
      TE.map((items) => ({ ...page, items })),
    )

/** A page without what concerns accounts that the reader is partial to. @rule D-47 Q-128 */
export const pageWithoutPartial =
  <A>(api: ApiContext, reader: Reader, accountsOf: (item: A) => readonly string[]) =>
  <P extends { readonly items: readonly A[] }>(page: P) =>
    pipe(
      partialTo(matterContext(api, reader), [...new Set(page.items.flatMap(accountsOf))]),
      TE.map((partial) => ({
        ...page,
        items: page.items.filter((item) => !accountsOf(item).some((id) => partial.has(id))),
      })),
    )

export const matterOfRow = ({ authorId, targetType, targetId, flags, targetAccountId }: ModeratedReview): Matter =>
  matterOfReview({ identity: { authorId, targetType, targetId } }, flags, targetAccountId)

export const isOwnCase = (api: ApiContext, reader: Reader, caseId: string): Result<boolean> =>
  pipe(
    loadMatterOfCase(matterContext(api, reader), caseId),
    TE.flatMap((matter) => ownMatters(matterContext(api, reader), reader.accountId, [matter])),
    TE.map(([own]) => own === true),
  )

/** Rejects a party of the case. */
export const requireOthersCase = (api: ApiContext, reader: Reader, caseId: string): Result<void> =>
  pipe(
    loadMatterOfCase(matterContext(api, reader), caseId),
    TE.flatMap((matter) => requireImpartial(matterContext(api, reader), matter)),
  )

/** Rejects the account itself, those connected with it, and competitors if it is a business. @rule Q-128 */
export const requireOthersAccount = (api: ApiContext, reader: Reader, accountId: string): Result<void> =>
  requireImpartial(matterContext(api, reader), matterOfAccount(accountId))
