import { beforeEach, describe, expect, it } from 'vitest'
import { maskReplay } from '../../../application/moderation/replay-masking.ts'
import type { CaseReplay, ReplayMoment } from '../../../application/moderation/replay-moments.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { CountedStarsChanged } from '../../../domain/reviews/counted-review.ts'
import { unwrap } from '../../support/application.ts'
import { canaryTexts, replayAs, replayScenario, type ReplayScenario, upholdDispute } from './replay-scenario.ts'

let scenario: ReplayScenario
beforeEach(async () => {
  scenario = await replayScenario()
  await upholdDispute(scenario)
})

const viewers = ['staff', 'auditor', 'business', 'author'] as const
const accounts = { staff: 'lia', auditor: 'zoe', business: 'rosa', author: 'ana' } as const
type ViewerName = (typeof viewers)[number]
const replayFor = async (whom: ViewerName) => unwrap(await replayAs(scenario, accounts[whom])).replay

const momentIn = ({ moments }: CaseReplay, what: string) => moments.find((moment) => moment.what === what)
const upholdingMoment = (replay: CaseReplay) => momentIn(replay, 'DisputeUpheld')
const flagOf = ({ flags }: CaseReplay, flagId: string) => flags.find((flag) => flag.flagId === flagId)

/** The viewers who see each field. For others it is null or absent. */
const table: readonly (readonly [string, (replay: CaseReplay) => unknown, readonly ViewerName[]])[] = [
  ['the stars', ({ revisions }) => revisions[1]?.rating, viewers],
  ['the words', ({ revisions }) => revisions[1]?.comment, ['staff', 'business', 'author']],
  ['the tags', ({ revisions }) => revisions[1]?.reasonTags[0], ['staff', 'business', 'author']],
  ['the author', ({ authorId }) => authorId, ['staff', 'auditor']],
  ['who acted', (replay) => momentIn(replay, 'ReviewSubmitted')?.by.id, ['staff', 'auditor']],
  ['the moderator', (replay) => upholdingMoment(replay)?.by.id, ['staff', 'auditor']],
  ['that somebody else flagged it', (replay) => flagOf(replay, scenario.flags.ugo)?.reason, ['staff', 'auditor']],
  ['who flagged it', (replay) => flagOf(replay, scenario.flags.ugo)?.reporterId, ['staff', 'auditor']],
  ['what a reporter wrote', (replay) => flagOf(replay, scenario.flags.ugo)?.note, ['staff']],
  ['what the business noted in its flag', (replay) => flagOf(replay, scenario.flags.rosa)?.note, ['staff', 'business']],
  ['how much a flag weighs', (replay) => flagOf(replay, scenario.flags.rosa)?.weight, ['staff', 'auditor']],
  ['how much all weigh', (replay) => momentIn(replay, 'ReviewSubmitted')?.view.weight, ['staff', 'auditor']],
  ['when a case was taken', (replay) => momentIn(replay, 'CaseClaimed')?.at, ['staff', 'auditor']],
  ['who held the case', (replay) => upholdingMoment(replay)?.decision?.saw?.claim?.by, ['staff', 'auditor']],
  ['why the business disputes', ({ dispute }) => dispute?.reason, viewers],
  ['its message', ({ dispute }) => dispute?.message, ['staff', 'business', 'author']],
  ['its evidence', ({ dispute }) => dispute?.evidenceUrls?.[0], ['staff', 'business']],
  ['the moderators’ notes', (replay) => upholdingMoment(replay)?.decision?.notes, ['staff']],
  ['the answer to the business', (replay) => upholdingMoment(replay)?.decision?.resolution, ['staff', 'business']],
  ['how it was decided', (replay) => upholdingMoment(replay)?.view.dispute, viewers],
  [
    'the venue’s stars when it was written',
    (replay) => momentIn(replay, 'ReviewSubmitted')?.view.score?.counted,
    ['staff', 'auditor', 'author'],
  ],
  ['the venue’s stars then', (replay) => upholdingMoment(replay)?.view.score?.counted, viewers],
]

describe('visibility of the case replay by viewer', () => {
  it.each(table.flatMap(([field, read, theirs]) => viewers.map((whom) => [field, whom, read, theirs] as const)))(
    'Q-60, Q-53: %s, as seen by the %s',
    async (_, whom, read, theirs) => {
      const value = read(await replayFor(whom)) ?? null
      expect(value !== null).toBe(theirs.includes(whom))
    },
  )

  /** Masked values that must appear nowhere in the response. */
  const canaries: Readonly<Record<Exclude<ViewerName, 'staff'>, () => readonly string[]>> = {
    auditor: () => Object.values(canaryTexts),
    business: () => ['ana', 'ugo', 'mario', canaryTexts.flagNote, canaryTexts.notes, scenario.flags.ugo],
    author: () => [
      'ugo',
      'mario',
      canaryTexts.flagNote,
      canaryTexts.ownNote,
      canaryTexts.notes,
      canaryTexts.resolution,
      canaryTexts.evidence,
    ],
  }
  it.each(['auditor', 'business', 'author'] as const)('is nowhere in the response to the %s', async (whom) => {
    const response = JSON.stringify(await replayFor(whom))
    const quoted = canaries[whom]().filter(
      (text) => response.includes(`"${text}"`) || (text.length > 8 && response.includes(text)),
    )
    expect(quoted).toEqual([])
  })
  it('would be found if present', async () => {
    const response = JSON.stringify(await replayFor('staff'))
    const all = [...Object.values(canaryTexts), 'ana', 'ugo', 'mario', scenario.flags.ugo]
    expect(all.filter((text) => !response.includes(text))).toEqual([])
  })

  it('Q-60: extends for the business to the day of the author’s actions, not the hour', async () => {
    const [own, theirs] = [await replayFor('author'), await replayFor('business')]
    expect(own.revisions[0]?.at).toBe('2026-05-04T10:00:00.000Z')
    expect(theirs.revisions[0]?.at).toBe('2026-05-04T00:00:00.000Z')
    expect(momentIn(theirs, 'ReviewSubmitted')).toMatchObject({ at: '2026-05-04T00:00:00.000Z', precision: 'day' })
    expect(momentIn(own, 'ReviewSubmitted')?.precision).toBe('instant')
  })

  it('Q-60: tells the business neither the hour nor the id of what Garbo decided at once, nor in an appeal against it', async () => {
    const replay = await replayFor('staff')
    const removed = momentIn(replay, 'ReviewRemoved')
    const decision = removed?.decision
    if (!removed || !decision?.statement) throw new Error('the review was not removed')
    const until = '2026-11-04T10:00:00.123Z' as Instant
    const held: ReplayMoment = {
      ...removed,
      what: 'ReviewHeld',
      by: { kind: 'garbo', id: 'cases' },
      decision: { ...decision, decisionId: 'held', statement: { ...decision.statement, appealableUntil: until } },
    }
    const appealed = { ...held, decision: null, appeal: { decisionId: 'held', text: null, outcome: null } }
    const masked = (kind: 'business' | 'author') =>
      maskReplay({ ...replay, moments: [held, appealed] }, { kind, accountId: accounts[kind] }).moments
    const shown = (moments: readonly ReplayMoment[]) => [
      moments[0]?.decision?.decisionId,
      moments[0]?.decision?.statement?.appealableUntil,
      moments[1]?.appeal?.decisionId,
    ]
    expect(shown(masked('business'))).toEqual([null, '2026-11-04T00:00:00.000Z', null])
    expect(shown(masked('author'))).toEqual(['held', until, 'held'])
  })

  it('leaves no trace of hidden moments in those that are shown', async () => {
    const flagged = await replayFor('author')
    expect(flagged.moments.map(({ what }) => what)).toEqual([
      'ReviewSubmitted',
      CountedStarsChanged.type,
      'ReviewEdited',
      CountedStarsChanged.type,
      'DisputeOpened',
      'DisputeUpheld',
      'ReviewRemoved',
      CountedStarsChanged.type,
    ])
    for (const { view } of flagged.moments) expect([view.flags, view.weight, view.claim]).toEqual([[], null, null])
  })
})
