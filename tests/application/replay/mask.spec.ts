import { beforeEach, describe, expect, it } from 'vitest'
import type { Replay } from '../../../application/replay/replay.ts'
import { right } from '../../support/application.ts'
import { replayed, said, story, upheld, type Story } from './story.ts'

let of: Story
beforeEach(async () => {
  of = await story()
  await upheld(of)
})

const viewers = ['staff', 'auditor', 'business', 'author'] as const
const accounts = { staff: 'lia', auditor: 'zoe', business: 'rosa', author: 'ana' } as const
type Whom = (typeof viewers)[number]
const seenBy = async (whom: Whom) => right(await replayed(of, accounts[whom])).replay

const momentIn = ({ moments }: Replay, what: string) => moments.find((moment) => moment.what === what)
const upholding = (replay: Replay) => momentIn(replay, 'DisputeUpheld')
const flagOf = ({ flags }: Replay, flagId: string) => flags.find((flag) => flag.flagId === flagId)

/** field × viewer: who gets it. Everything else gets null, or nothing at all. */
const table: readonly (readonly [string, (replay: Replay) => unknown, readonly Whom[]])[] = [
  ['the stars', ({ revisions }) => revisions[1]?.rating, viewers],
  ['the words', ({ revisions }) => revisions[1]?.comment, ['staff', 'business', 'author']],
  ['the tags', ({ revisions }) => revisions[1]?.reasonTags[0], ['staff', 'business', 'author']],
  ['the author', ({ authorId }) => authorId, ['staff', 'auditor']],
  ['who acted', (replay) => momentIn(replay, 'ReviewSubmitted')?.by.id, ['staff', 'auditor']],
  ['the moderator', (replay) => upholding(replay)?.by.id, ['staff', 'auditor']],
  ['that somebody else reported', (replay) => flagOf(replay, of.flags.ugo)?.reason, ['staff', 'auditor']],
  ['who reported', (replay) => flagOf(replay, of.flags.ugo)?.reporterId, ['staff', 'auditor']],
  ['what a reporter wrote', (replay) => flagOf(replay, of.flags.ugo)?.note, ['staff']],
  ['what the business reported', (replay) => flagOf(replay, of.flags.rosa)?.note, ['staff', 'business']],
  ['how much a flag weighs', (replay) => flagOf(replay, of.flags.rosa)?.weight, ['staff', 'auditor']],
  ['how much all weigh', (replay) => momentIn(replay, 'ReviewSubmitted')?.view.weight, ['staff', 'auditor']],
  ['when a case was taken', (replay) => momentIn(replay, 'CaseClaimed')?.at, ['staff', 'auditor']],
  ['who held the case', (replay) => upholding(replay)?.decision?.saw?.claim?.by, ['staff', 'auditor']],
  ['why the business disputes', ({ dispute }) => dispute?.reason, viewers],
  ['its message', ({ dispute }) => dispute?.message, ['staff', 'business', 'author']],
  ['its evidence', ({ dispute }) => dispute?.evidenceUrls?.[0], ['staff', 'business']],
  ['the moderators’ notes', (replay) => upholding(replay)?.decision?.notes, ['staff']],
  ['the answer to the business', (replay) => upholding(replay)?.decision?.resolution, ['staff', 'business']],
  ['how it was decided', (replay) => upholding(replay)?.view.dispute, viewers],
  ['the venue’s stars then', (replay) => upholding(replay)?.view.score?.raters, viewers],
]

describe('visibility of the case replay by viewer', () => {
  it.each(table.flatMap(([field, read, theirs]) => viewers.map((whom) => [field, whom, read, theirs] as const)))(
    'Q-60, Q-53: %s, as seen by the %s',
    async (_, whom, read, theirs) => {
      const value = read(await seenBy(whom)) ?? null
      expect(value !== null).toBe(theirs.includes(whom))
    },
  )

  /** Wherever it might stand: no masked value is anywhere in the answer. */
  const canaries: Readonly<Record<Exclude<Whom, 'staff'>, () => readonly string[]>> = {
    auditor: () => Object.values(said),
    business: () => ['ana', 'ugo', 'mario', said.flagNote, said.notes, of.flags.ugo],
    author: () => ['ugo', 'mario', said.flagNote, said.ownNote, said.notes, said.resolution, said.evidence],
  }
  it.each(['auditor', 'business', 'author'] as const)('is nowhere in the response to the %s', async (whom) => {
    const told = JSON.stringify(await seenBy(whom))
    const quoted = canaries[whom]().filter(
      (text) => told.includes(`"${text}"`) || (text.length > 8 && told.includes(text)),
    )
    expect(quoted).toEqual([])
  })
  it('would be found if present', async () => {
    const told = JSON.stringify(await seenBy('staff'))
    const all = [...Object.values(said), 'ana', 'ugo', 'mario', of.flags.ugo]
    expect(all.filter((text) => !told.includes(text))).toEqual([])
  })

  it('Q-60: the business sees the day of the author’s actions, not the hour', async () => {
    const [own, theirs] = [await seenBy('author'), await seenBy('business')]
    expect(own.revisions[0]?.at).toBe('2026-05-04T10:00:00.000Z')
    expect(theirs.revisions[0]?.at).toBe('2026-05-04T00:00:00.000Z')
    expect(momentIn(theirs, 'ReviewSubmitted')?.at).toBe('2026-05-04T00:00:00.000Z')
  })

  it('removing hidden steps leaves no trace in the steps that are shown', async () => {
    const flagged = await seenBy('author')
    expect(flagged.moments.map(({ what }) => what)).toEqual([
      'ReviewSubmitted',
      'OpinionChanged',
      'ReviewEdited',
      'OpinionChanged',
      'DisputeOpened',
      'DisputeUpheld',
      'ReviewRemoved',
      'OpinionChanged',
    ])
    for (const { view } of flagged.moments) expect([view.flags, view.weight, view.claim]).toEqual([[], null, null])
  })
})
