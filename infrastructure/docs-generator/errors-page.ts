import type { AnyRejection } from '../../application/rejections.ts'
import { deletionObstacles, socialProviders } from '../../domain/accounts/vocabulary.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { programmeDecisions } from '../../domain/promotion/vocabulary.ts'
import { errorMessages } from '../../web/api/errors.ts'
import { generatedNote, markdownTable } from './markdown.ts'
import { rejectionDocs } from './rejections.ts'

const note = '`{name}` in a message stands for a value of the case; dates, times, reasons and changes are examples.'

/** All errors with their stable code, HTTP status, message and occasion. */
export const errorsPage = (root: URL): string => {
  const docs = rejectionDocs(root)
  const rows = Object.entries(errorMessages).map(([type, { status, message, code = type }]) => ({
    cells: [`\`${code}\``, String(status), typeof message === 'string' ? message : sampleTexts(type, message)],
    occasions: docs.get(type) ?? [],
  }))
  const merged = [...Map.groupBy(rows, ({ cells }) => cells.join()).values()].map((same) => [
    ...(same[0]?.cells ?? []),
    [...new Set(same.flatMap(({ occasions }) => occasions))].join('<br>'),
  ])
  const sorted = merged.sort(([a = ''], [b = '']) => a.localeCompare(b, 'en'))
  return (
    ['# Error messages', generatedNote, note, markdownTable(['code', 'status', 'message', 'when'], sorted)].join(
      '\n\n',
    ) + '\n'
  )
}

/** Values of a rejection; `undefined` for an optional field that is absent. */
type Sample<R> = { readonly [Field in keyof R]?: R[Field] | undefined }
type Samples = { readonly [T in AnyRejection['type']]?: readonly Sample<Extract<AnyRejection, { readonly type: T }>>[] }

const sampleInstant = '2026-03-05T10:00:00Z' as Instant
const ofEachProvider = socialProviders.map((provider) => ({ provider }))
const temporaryAndPermanent = [{ until: sampleInstant }, { until: null }]

/** Values of the rejections whose message needs more than a placeholder, one for each text. */
const samples: Samples = {
  Forbidden: (['moderator', 'admin', 'business', 'client'] as const).map((needs) => ({ needs })),
  SocialUnavailable: ofEachProvider,
  SocialUnreachable: ofEachProvider,
  SocialCancelled: ofEachProvider,
  SocialRefused: ofEachProvider,
  SocialEmailMissing: ofEachProvider,
  SocialEmailTaken: ofEachProvider,
  NameNotAllowed: (['invisible', 'address', 'reserved'] as const).map((flaw) => ({ flaw })),
  DeletionBlocked: deletionObstacles.map((obstacle) => ({ obstacle })),
  AccountSuspended: temporaryAndPermanent.map((term) => ({ ...term, reason: 'SPAM' })),
  SanctionActive: temporaryAndPermanent,
  ClaimedByAnother: [{}, { name: undefined }],
  MatterChanged: [{ changes: [{ at: sampleInstant, what: 'edited' }] }],
  PlanOutdated: [{ changed: ['review'] }],
  RuleSetUnknown: [{ sets: [1, 2] }],
  ProgrammeDecided: programmeDecisions.map((status) => ({ status })),
  SupportTextLength: [{ text: 'subject' }, { text: 'message' }],
}

const dateFields = new Set(['at', 'earliest', 'from', 'to', 'until', 'nextAt', 'expiresAt'])
const sampleRejection = (values: object) =>
  new Proxy(values, {
    get: (_, field) => {
      if (field in values) return Reflect.get(values, field)
      return dateFields.has(String(field)) ? sampleInstant : `{${String(field)}}`
    },
  })

/** The texts of a message, each with its sample values. */
const sampleTexts = (type: string, message: (rejection: never) => string): string =>
  (samples[type as AnyRejection['type']] ?? [{}])
    .map((values) => {
      const text = message(sampleRejection(values) as never)
      if (text.includes('undefined')) throw new Error(`The message of ${type} needs sample values`)
      return text
    })
    .join('<br>')
