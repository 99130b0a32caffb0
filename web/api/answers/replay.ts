import type { Viewer } from '../../../application/replay/mask.ts'
import type { Decision, Moment, Replay, View } from '../../../application/replay/replay.ts'
import type { CaseMoment, CaseReplay, CaseView, ReplayedDecision } from '../../contract/replay.ts'

export const replayAnswer = ({ viewer, replay }: { readonly viewer: Viewer; readonly replay: Replay }): CaseReplay => {
  const { authorId: _, revisions, flags, dispute, moments, ...matter } = replay
  return {
    ...matter,
    viewer: viewer.kind,
    revisions: revisions.map((words) => ({ ...words, reasonTags: [...words.reasonTags] })),
    // who reported stands in the moderators' own case file
    flags: flags.map(({ reporterId: _reporter, ...flag }) => flag),
    dispute: dispute && { ...dispute, evidenceUrls: dispute.evidenceUrls && [...dispute.evidenceUrls] },
    moments: moments.map(momentAnswer),
  }
}

const momentAnswer = ({ at, what, by, flagId, decision, appeal, view }: Moment, place: number): CaseMoment => ({
  n: place + 1,
  at,
  what,
  by: { kind: by.kind, id: by.id },
  flagId,
  decision: decision && decisionAnswer(decision),
  appeal,
  view: viewAnswer(view),
})

const decisionAnswer = ({ decisionId, notes, resolution, statement, saw }: Decision): ReplayedDecision => ({
  decisionId,
  notes,
  resolution,
  statement: statement && { ...statement, redress: [...statement.redress] },
  saw: saw && viewAnswer(saw),
})

const viewAnswer = ({ asOf: _, flags, score, ...view }: View): CaseView => ({
  ...view,
  flags: [...flags],
  score: score && { average: score.raters === 0 ? null : score.sum / score.raters, raters: score.raters },
})
