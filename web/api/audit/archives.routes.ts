import type { ArchiveFile, ArchiveRequest, EventDisplay, Leaf } from '../../../application/audit/ports.ts'
import type { Person } from '../../../application/person.ts'
import type { Viewer } from '../../../application/moderation/replay-masking.ts'
import type * as replayed from '../../../application/moderation/replay-moments.ts'
import { rejectedWith, type Result } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { recordReview } from '../moderation/recorded-subjects.ts'
import { replayResponse } from '../moderation/responses.ts'
import { type AnyRoute, fileRoute } from '../route.ts'
import { zipStream } from '../zip.ts'
import { bundleName, bundleReadme, timelineDocument } from './archives.it.ts'

/** @rule D-62 */
export const archiveRoutes = (api: ApiContext): readonly AnyRoute[] => [
  fileRoute(endpoints.caseBundle, ({ params, caller, person, ...request }) =>
    pipe(
      api.useCases.replayCaseForBundle(caller, params),
      TE.tapTask(({ viewer, replay }) =>
        viewer.kind === 'auditor' ? recordReview(api, request, replay.reviewId) : async () => request.recordSubjects(),
      ),
      TE.flatMap((shown) => bundleOf(api, person, shown)),
      TE.map((files) => ({
        name: bundleName(params.caseId, api.clock()),
        type: 'application/zip',
        content: zipStream(files),
      })),
    ),
  ),
]

interface ShownCase {
  readonly viewer: Viewer
  readonly replay: replayed.CaseReplay
}

const bundleOf = (api: ApiContext, person: Person, shown: ShownCase): Result<readonly ArchiveFile[]> => {
  const at = api.clock()
  const replay = replayResponse(shown)
  const { moments } = shown.replay
  const timeline = {
    createdAt: at,
    ...replay,
    // the id of an event tells when it was recorded
    moments: replay.moments.map((moment, index) => ({
      ...moment,
      eventId: moment.precision === 'day' ? null : (moments[index]?.eventId ?? null),
    })),
  }
  return pipe(
    runQuery(() => api.archives.timelinePdf(timelineDocument(replay, at))),
    TE.flatMap((pdf) =>
      buildArchive(api, {
        files: [
          bundleReadme(replay, api.origin(), at),
          jsonFile('timeline.json', timeline),
          { name: 'timeline.pdf', content: pdf },
          ...evidenceOf(shown.replay),
        ],
        eventIds: moments.map(({ eventId }) => eventId),
        displayOf: displayIn(shown),
        opens: new Set(shown.viewer.kind === 'auditor' ? [] : [person.accountId]),
        history: false,
      }),
    ),
  )
}

export const buildArchive = ({ archives }: ApiContext, request: ArchiveRequest): Result<readonly ArchiveFile[]> =>
  pipe(
    runQuery(() => archives.build(request)),
    TE.filterOrElse(
      (files) => files !== null,
      () => rejectedWith({ type: 'ArchiveNotSealed' }),
    ),
  )

const jsonFile = (name: string, value: unknown): ArchiveFile => ({
  name,
  content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})

/** The addresses that the business gave; what they lead to is not ours. */
const evidenceOf = ({ dispute }: replayed.CaseReplay): readonly ArchiveFile[] =>
  dispute === null || dispute.evidenceUrls === null || dispute.evidenceUrls.length === 0
    ? []
    : [jsonFile('evidence/indirizzi.json', dispute.evidenceUrls)]

/** What an author may see as it is stored: it names nobody but the author and the venue. */
const eventsShownToAuthors: ReadonlySet<string> = new Set(['ReviewSubmitted', 'ReviewEdited', 'DisputeOpened'])

/**
 * An event as it is stored names its actor, and that of a dispute the author of the review. Moderators stay unnamed to
 * parties, and businesses see only the day of a review.
 * @rule D-62 @rule Q-60
 */
const displayIn = ({ viewer, replay }: ShownCase): ((leaf: Leaf) => EventDisplay) => {
  if (viewer.kind === 'auditor') return () => 'shown'
  const moments = new Map(replay.moments.map((moment) => [moment.eventId, moment]))
  return ({ leaf }) => {
    const { id } = JSON.parse(leaf) as { readonly id: string }
    const moment = moments.get(id)
    if (moment === undefined || moment.precision === 'day') return 'timeless'
    return viewer.kind === 'author' && eventsShownToAuthors.has(moment.what) ? 'shown' : 'redacted'
  }
}
