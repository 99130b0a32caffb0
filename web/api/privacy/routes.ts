import { deleteOwnAccount, loadDeletionObstacles } from '../../../application/privacy/delete-account.ts'
import { rejectedWith, type Result } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import { type Account, accountById } from '../../../projections/accounts/accounts.ts'
import { deletionPreview } from '../../../projections/privacy/account-deletion.queries.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { DeletionPreview } from '../../contract/privacy/privacy.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { rowsToCsv } from '../csv.ts'
import { type FileResponse, fileRoute, readRoute, route } from '../route.ts'
import { obstacleMessages } from './errors.it.ts'
import { type Section, sectionsOf } from './export-sections.ts'
import { provenExport, requireFreshPassword } from './proven-export.ts'
import { type ZipEntry, zipStream } from '../zip.ts'

/** Preview of a deletion (E-45). */
const deletionPreviewResponse = (
  { businessName, firstName, lastName, email }: Account,
  createdAt: string,
  { bookings, ava, addresses, written, received }: Awaited<ReturnType<typeof deletionPreview>>,
): DeletionPreview => ({
  accountInfo: { businessName: businessName ?? [firstName, lastName].join(' '), email, createdAt },
  dataToBeDeleted: { bookings, avaBalance: ava, walletConnections: addresses },
  dataToBeAnonymized: { reviews: written, businessReviews: received },
})

/** Data export of the signed-in account. @rule Q-127 a letter announces it to the owner */
const exportRoute = (api: ApiContext) =>
  fileRoute(endpoints.exportData, ({ query: { format }, person, source, enteredPassword }) => {
    const name = `garbo-dati-${romeDay(api.clock())}`
    const head = { exportDate: api.clock(), userId: person.accountId }
    const sections = sectionsOf(api, person)
    const { accountId } = person
    return pipe(
      format === 'zip'
        ? requireFreshPassword(api, { accountId, source, password: enteredPassword })
        : TE.right(undefined),
      TE.flatMap((): Result<FileResponse> => {
        if (format === 'zip') return provenExport(api, person, jsonExport(head, sections), name)
        return TE.right(
          format === 'csv'
            ? { name: `${name}.zip`, type: 'application/zip', content: zipStream(csvFiles(head, sections)) }
            : { name: `${name}.json`, type: 'application/json; charset=utf-8', content: jsonExport(head, sections) },
        )
      }),
      TE.tapTask(() => () => api.services.requestEmail({ kind: 'data-exported-mail', accountId, at: api.clock() })),
    )
  })

interface ExportHead {
  readonly exportDate: string
  readonly userId: string
}
type ExportSections = readonly (readonly [string, Section])[]

/** Sections with a single row instead of a list. */
const singleRowSections: ReadonlySet<string> = new Set(['userProfile', 'avaWallet'])

async function* jsonExport(head: ExportHead, sections: ExportSections): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 2).slice(0, -2)
  for (const [name, section] of sections) {
    yield `,\n  "${name}": ${singleRowSections.has(name) ? '' : '['}`
    let separator = ''
    for await (const row of section) {
      yield `${separator}${JSON.stringify(row)}`
      separator = ',\n    '
    }
    if (!singleRowSections.has(name)) yield ']'
  }
  yield '\n}\n'
}

async function* csvFiles(head: ExportHead, sections: ExportSections): AsyncGenerator<ZipEntry> {
  yield { name: 'export.csv', content: Buffer.from(rowsToCsv([{ ...head }])) }
  for (const [name, section] of sections) {
    const rows: Readonly<Record<string, unknown>>[] = []
    for await (const row of section) rows.push(row)
    yield { name: `${name}.csv`, content: Buffer.from(rowsToCsv(rows)) }
  }
}

/** Whether the account can be deleted. */
const deletionEligibilityRoute = (api: ApiContext) =>
  readRoute(endpoints.deletionEligibility, ({ person: { accountId } }) =>
    pipe(
      loadDeletionObstacles(api.services, accountId),
      TE.map(([obstacle]) => ({
        canDelete: obstacle === undefined,
        reason: obstacle === undefined ? null : obstacleMessages[obstacle],
      })),
    ),
  )

/** Preview of a deletion. */
const deletionPreviewRoute = (api: ApiContext) =>
  readRoute(endpoints.deletionPreview, ({ person: { accountId, clientId, registeredAt } }) =>
    pipe(
      runQuery(() => Promise.all([accountById(api.db, accountId), deletionPreview(api.db, accountId, clientId)])),
      TE.flatMap(([account, metrics]) =>
        account === null
          ? TE.left(rejectedWith({ type: 'NotSignedIn' }))
          : TE.right(deletionPreviewResponse(account, registeredAt, metrics)),
      ),
    ),
  )

/** Deletes the account and ends all its sessions. @rule Q-92 */
const deleteAccountRoute = (api: ApiContext) =>
  route(endpoints.deleteAccount, ({ body: { reason, password }, person, source, caller, endSession }) =>
    pipe(
      deleteOwnAccount(api.services)({ person, password, reason: reason || null, source }, caller.correlationId),
      TE.tapTask(() => endSession),
      TE.tap(() => runQuery(() => api.sessions.endAllOf(person.accountId))),
      TE.map((position) => ({ body: undefined, position })),
    ),
  )

export const privacyRoutes = (api: ApiContext) => [
  deletionEligibilityRoute(api),
  deletionPreviewRoute(api),
  deleteAccountRoute(api),
  exportRoute(api),
]
