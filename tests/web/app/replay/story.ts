import type { CaseMoment, CaseReplay, CaseView } from '../../../../web/contract/replay.ts'

const view: CaseView = {
  revision: 0,
  status: 'ACTIVE',
  flags: [],
  weight: 0,
  dispute: null,
  claim: null,
  score: { average: 4.5, raters: 2 },
}
const moment = (
  at: string,
  what: string,
  by: CaseMoment['by']['kind'],
  more: Partial<CaseMoment> = {},
): Omit<CaseMoment, 'n'> => ({
  at,
  what,
  by: { kind: by, id: null },
  flagId: null,
  decision: null,
  appeal: null,
  view,
  ...more,
})
const flagged: CaseView = { ...view, revision: 1, flags: [{ flagId: 'flag-1', status: 'PENDING' }], weight: 150 }
const statement: NonNullable<NonNullable<CaseMoment['decision']>['statement']> = {
  facts: 'Il soggiorno non risulta.',
  ground: 'FAKE',
  rulesVersion: 1,
  automation: 'none',
  redress: ['appeal'],
  appealableUntil: '2027-05-24T10:00:00.000Z',
}

/** Written, edited, reported, removed. */
export const told: CaseReplay = {
  caseId: 'case-1',
  kind: 'FLAG',
  reviewId: 'review-1',
  viewer: 'staff',
  authorType: 'client',
  erased: { author: false, business: false },
  targetType: 'BUSINESS',
  targetId: 'locanda',
  visibility: 'PUBLIC_ANONYMOUS',
  revisions: [
    { at: '2026-11-20T09:00:00.000Z', rating: 2, comment: 'Camera rumorosa', reasonCode: 'SERVICE', reasonTags: [] },
    {
      at: '2026-11-20T10:00:00.000Z',
      rating: 1,
      comment: 'Camera molto fredda',
      reasonCode: 'SERVICE',
      reasonTags: [],
    },
  ],
  flags: [
    {
      flagId: 'flag-1',
      reporterType: 'user',
      reason: 'FAKE',
      note: 'Mai stata qui.',
      weight: 150,
      weightVersion: 1,
      at: '2026-11-20T11:00:00.000Z',
    },
  ],
  dispute: null,
  moments: [
    moment('2026-11-20T09:00:00.000Z', 'ReviewSubmitted', 'author'),
    moment('2026-11-20T10:00:00.000Z', 'ReviewEdited', 'author', { view: { ...view, revision: 1 } }),
    moment('2026-11-20T11:00:00.000Z', 'ReviewFlagged', 'reporter', { flagId: 'flag-1', view: flagged }),
    moment('2026-11-21T10:00:00.000Z', 'ReviewRemoved', 'moderator', {
      decision: { decisionId: 'decision-1', notes: 'Sentito il portiere.', resolution: null, statement, saw: flagged },
      view: { ...flagged, status: 'REMOVED', flags: [{ flagId: 'flag-1', status: 'UPHELD' }], weight: 0 },
    }),
  ].map((one, place) => ({ ...one, n: place + 1 })),
  omitted: 0,
}
