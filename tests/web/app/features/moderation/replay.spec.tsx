// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppealEvents } from '../../../../../domain/moderation/appeal.ts'
import { CaseEvents } from '../../../../../domain/moderation/case.ts'
import { CountedStarsChanged } from '../../../../../domain/reviews/counted-review.ts'
import { DisputeEvents } from '../../../../../domain/reviews/dispute.ts'
import { ReviewEvents } from '../../../../../domain/reviews/review-state.ts'
import { replayTexts } from '../../../../../web/app/features/moderation/replay/texts.ts'
import type { ReplayMoment, CaseReplay, ReplaySnapshot } from '../../../../../web/contract/moderation/case-replay.ts'
import type { User } from '../../../../../web/contract/accounts/authentication.ts'
import { disputed, ownReview } from '../../support/fixtures.ts'
import { giulia, locanda, moderator, signedInAs } from '../../support/people.ts'
import { giuliaPerson, ownReviewReadBy } from '../../support/reviews.ts'
import { renderApp } from '../../support/render-app.tsx'
import { failure, neverAnswers, ok } from '../../support/stub-server.ts'

const view: ReplaySnapshot = {
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
  by: ReplayMoment['by']['kind'],
  more: Partial<ReplayMoment> = {},
): Omit<ReplayMoment, 'n'> => ({
  at,
  precision: 'instant',
  what,
  by: { kind: by, id: null },
  flagId: null,
  decision: null,
  appeal: null,
  view,
  ...more,
})
const flagged: ReplaySnapshot = { ...view, revision: 1, flags: [{ flagId: 'flag-1', status: 'PENDING' }], weight: 150 }
const statement: NonNullable<NonNullable<ReplayMoment['decision']>['statement']> = {
  facts: 'Il soggiorno non risulta.',
  ground: 'FAKE',
  rulesVersion: 1,
  automation: 'none',
  redress: ['appeal'],
  appealableUntil: '2027-05-24T10:00:00.000Z',
}

/** A review that is submitted, edited, flagged and removed. */
export const replayedCase: CaseReplay = {
  caseId: 'case-1',
  kind: 'FLAG',
  reviewId: 'review-1',
  viewer: 'staff',
  authorType: 'client',
  erased: { author: false, business: false },
  targetType: 'BUSINESS',
  targetId: 'locanda',
  visibility: 'PUBLIC_ANONYMOUS',
  textState: 'shown',
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

const openReplay = (replay: CaseReplay = replayedCase) =>
  renderApp('/cases/case-1', { ...signedInAs(moderator), 'GET /api/cases/case-1/replay': ok(replay) })
const slider = () => screen.findByRole('slider', { name: 'Momento' })
const card = (name: string) => within(screen.getByRole('region', { name }))
const moveTo = (element: HTMLElement, place: number) => fireEvent.change(element, { target: { value: String(place) } })

describe('the title of a moment', () => {
  it('exists for every event of a review, its disputes, appeals and cases', () => {
    const families = [ReviewEvents, DisputeEvents, AppealEvents, CaseEvents]
    const shown = [CountedStarsChanged.type, ...families.flatMap(({ codecs }) => [...codecs.keys()])]
    expect(Object.keys(replayTexts.what)).toEqual(expect.arrayContaining(shown))
  })
})

describe('the case replay page', () => {
  it('opens at the last step and describes it in Italian', async () => {
    openReplay()
    expect((await slider()).getAttribute('aria-valuetext')).toBe('Momento 4 di 4: Recensione rimossa, 21 nov, 11:00')
    expect(card('Com’era in quel momento').getByText('Rimossa')).toBeTruthy()
  })

  const auditor: User = { ...moderator, permissions: ['moderate', 'audit'] }
  it.each([
    ['auditors', auditor, 'staff'],
    ['the author', giulia, 'author'],
    ['the business', locanda, 'business'],
  ] as const)('D-62: offers the bundle to %s', async (_, user, viewer) => {
    const replayed = ok({ ...replayedCase, viewer })
    renderApp('/cases/case-1', { ...signedInAs(user), 'GET /api/cases/case-1/replay': replayed })
    const link = await screen.findByRole('link', { name: 'Scarica l’archivio' })
    expect(link.getAttribute('href')).toBe('/api/audit/cases/case-1/bundle')
  })

  it('D-62: does not offer the bundle to other moderators', async () => {
    openReplay()
    await slider()
    expect(screen.queryByRole('link', { name: 'Scarica l’archivio' })).toBeNull()
  })

  it('shows the text as of the step chosen on the slider', async () => {
    openReplay()
    moveTo(await slider(), 0)
    const then = card('Com’era in quel momento')
    expect(then.getByText('Camera rumorosa')).toBeTruthy()
    expect(then.getByText('Attiva')).toBeTruthy()
    expect(then.getByText('4,5 su 5, da 2 recensioni')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'La decisione' })).toBeNull()
  })

  it('shows what an edit removed and added', async () => {
    openReplay()
    moveTo(await slider(), 1)
    const then = screen.getByRole('region', { name: 'Com’era in quel momento' })
    expect(then.querySelector('del')?.textContent).toContain('rumorosa')
    expect(then.querySelector('ins')?.textContent).toContain('molto fredda')
  })

  it('selects a step of the list by its button, and the slider follows', async () => {
    const { user } = openReplay()
    const list = within(await screen.findByRole('region', { name: 'I momenti' }))
    expect(list.getAllByRole('button')).toHaveLength(4)
    await user.click(list.getByRole('button', { name: /Segnalazione ricevuta/ }))
    expect((await slider()).getAttribute('aria-valuetext')).toMatch(/^Momento 3 di 4: Segnalazione ricevuta/)
    expect(list.getByRole('button', { current: 'step' }).textContent).toContain('chi ha segnalato')
    expect(card('Com’era in quel momento').getByText('Peso 1,5 (metodo di calcolo 1)')).toBeTruthy()
  })

  it('shows reasons, appeal deadline and context of a decision', async () => {
    openReplay()
    await slider()
    const decision = card('La decisione')
    for (const text of ['Il soggiorno non risulta.', 'Contenuto falso', 'Versione 1', 'Sentito il portiere.'])
      expect(decision.getByText(text)).toBeTruthy()
    expect(decision.getByText('Possibile fino al 24 maggio 2027')).toBeTruthy()
    const saw = card('Che cosa vedeva chi ha deciso')
    expect(saw.getByText('Attiva')).toBeTruthy()
    expect(saw.getByText('1 in attesa, peso 1,5')).toBeTruthy()
  })

  it('shows the text and outcome of an appeal', async () => {
    const [last] = replayedCase.moments.slice(-1)
    if (last === undefined) throw new Error('no moment')
    const appealed = { ...last, decision: null, by: { kind: 'author', id: null } } as const
    const lodged = {
      decisionId: 'decision-1',
      text: 'Ci sono stata: ho la ricevuta.',
      textState: 'shown',
      outcome: null,
    } as const
    const decided = { decisionId: 'decision-1', text: null, textState: 'withheld', outcome: 'OVERTURNED' } as const
    const more = [
      { ...appealed, n: 5, what: 'AppealLodged', appeal: lodged },
      { ...appealed, n: 6, what: 'AppealDecided', appeal: decided },
    ]
    openReplay({ ...replayedCase, moments: [...replayedCase.moments, ...more] })
    expect((await slider()).getAttribute('aria-valuetext')).toContain('Ricorso deciso')
    expect(card('Il ricorso').getByText('La decisione è annullata')).toBeTruthy()
    moveTo(await slider(), 4)
    expect(card('Il ricorso').getByText('Ci sono stata: ho la ricevuta.')).toBeTruthy()
    moveTo(await slider(), 3)
    expect(screen.queryByRole('region', { name: 'Il ricorso' })).toBeNull()
  })

  it('marks withheld and erased text', async () => {
    openReplay({ ...replayedCase, textState: 'withheld' })
    expect((await screen.findAllByText('Testo riservato.')).length).toBeGreaterThan(0)
    openReplay({ ...replayedCase, textState: 'erased' })
    expect((await screen.findAllByText('Testo cancellato con l’account.')).length).toBeGreaterThan(0)
  })

  it('shows when earlier moments are omitted', async () => {
    openReplay({ ...replayedCase, omitted: 7 })
    expect(await screen.findByText('7 momenti più vecchi non sono mostrati.')).toBeTruthy()
  })

  it('shows no hour where only the day is known', async () => {
    const [first] = replayedCase.moments
    openReplay({ ...replayedCase, moments: first ? [{ ...first, precision: 'day' }] : [] })
    expect((await slider()).getAttribute('aria-valuetext')).toMatch(/20 novembre 2026$/)
  })

  it('shows the hour of an event at midnight', async () => {
    const [first] = replayedCase.moments
    openReplay({ ...replayedCase, moments: first ? [{ ...first, at: '2026-11-20T00:00:00.000Z' }] : [] })
    expect((await slider()).getAttribute('aria-valuetext')).toMatch(/20 nov, 01:00$/)
  })

  it('shows loading, and the server’s message for an unknown case', async () => {
    renderApp('/cases/case-1', { ...signedInAs(moderator), 'GET /api/cases/case-1/replay': neverAnswers })
    expect(await screen.findByRole('heading', { name: 'Rivivi la contestazione' })).toBeTruthy()
    expect(screen.queryByRole('slider')).toBeNull()
    renderApp('/cases/altro', {
      ...signedInAs(moderator),
      'GET /api/cases/altro/replay': failure(404, 'Caso non trovato.'),
    })
    expect(await screen.findByText('Caso non trovato.')).toBeTruthy()
  })
})

describe('links to the case replay', () => {
  const link = (name: string) => screen.findByRole('link', { name })
  const calm = { ...ownReview, id: 'review-2', comment: 'Tutto calmo.' }
  const openOwnReviews = (disputeId: string | null) =>
    renderApp('/my-reviews', {
      ...signedInAs(giulia),
      'GET /api/reviews/mine': ok([ownReviewReadBy(giuliaPerson, { moderationStatus: 'REMOVED', disputeId }), calm]),
    })

  it('S-13: are with a business’s disputes', async () => {
    renderApp('/ratings', {
      ...signedInAs(locanda),
      'GET /api/reviews/target/BUSINESS/locanda': ok([]),
      'GET /api/disputes': ok([disputed]),
    })
    expect((await link('Rivivi la contestazione')).getAttribute('href')).toBe('/cases/review-review-1')
  })

  it('are with an author’s questioned reviews only', async () => {
    openOwnReviews('review-1')
    expect((await link('Rivivi la contestazione')).getAttribute('href')).toBe('/cases/review-review-1')
    expect(await screen.findByText('Tutto calmo.')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Rivivi la contestazione' })).toHaveLength(1)
  })

  it('speak of a case where there was no dispute, as the page does', async () => {
    openOwnReviews(null)
    expect((await link('Ripercorri il caso')).getAttribute('href')).toBe('/cases/review-review-1')
    expect(screen.queryByRole('link', { name: 'Rivivi la contestazione' })).toBeNull()
    openReplay()
    expect(await screen.findByRole('heading', { name: 'Ripercorri il caso' })).toBeTruthy()
  })
})
