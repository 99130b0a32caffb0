import { assert, describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { conflictOfInterest } from '../../../domain/kernel/statement-of-reasons.ts'
import { FlagClosed, type ReviewEvent } from '../../../domain/reviews/review-state.ts'
import { review, type ReviewCommand } from '../../../domain/reviews/review.ts'
import { spec } from '../../support/decider-spec.ts'
import {
  adverseReasons,
  decideFlag,
  editReview,
  flagDecided,
  flagReview,
  moderateReview,
  removeByDispute,
  reviewEdited,
  reviewFlagged,
  reviewHeld,
  reviewModerated,
  reviewSubmitted,
  statementOf,
  submitReview,
  summarize,
} from '../../support/reviews/review-fixtures.ts'

const { given } = spec(review)

describe('moderating a review', () => {
  it('S-11, V-43: hides, removes and restores, with trimmed notes', () => {
    given(reviewSubmitted())
      .when(moderateReview('HIDDEN', { notes: ' Insulti ' }))
      .then(reviewModerated('ReviewHidden', 'moderator', 'Insulti'))
    given(reviewSubmitted())
      .when(moderateReview('REMOVED', { notes: ' ' }))
      .then(reviewModerated('ReviewRemoved', 'moderator'))
    given(reviewSubmitted(), reviewModerated('ReviewHidden', 'moderator'))
      .when(moderateReview('ACTIVE', { notes: 'Errore' }))
      .then(reviewModerated('ReviewRestored', 'moderator', 'Errore'))
  })

  it('V-43: accepts notes of at most 1000 characters', () => {
    const notes = 'x'.repeat(1000)
    given(reviewSubmitted())
      .when(moderateReview('HIDDEN', { notes: ` ${notes} ` }))
      .then(reviewModerated('ReviewHidden', 'moderator', notes))
    given(reviewSubmitted())
      .when(moderateReview('HIDDEN', { notes: `${notes}x` }))
      .thenRejected({ type: 'ModeratorNotesTooLong', max: 1000 })
  })

  it('upholds the pending flags when hiding or removing', () =>
    given(reviewSubmitted(), reviewFlagged('bruno'), reviewFlagged('carla'))
      .when(moderateReview('REMOVED', { notes: 'Falsa' }))
      .then(
        ...['bruno', 'carla'].map((reporter) => flagDecided('FlagUpheld', reporter)),
        reviewModerated('ReviewRemoved', 'moderator', 'Falsa'),
      ))

  it('records the current stars for the score', () =>
    given(reviewSubmitted(), reviewEdited({ rating: 1 }))
      .when(moderateReview('HIDDEN'))
      .then(reviewModerated('ReviewHidden', 'moderator', null, 1)))

  it.each([
    ['the author', { by: 'ada' }, {}],
    ['the business', { by: 'hotel' }, {}],
    ['the client the remark is about', { by: 'mario', targetAccountId: 'mario' }, { targetType: 'USER' as const }],
  ])('D-02: is not open to %s', (_, moderator, target) => {
    for (const to of ['HIDDEN', 'REMOVED', 'ACTIVE'] as const)
      given(reviewSubmitted(target)).when(moderateReview(to, moderator)).thenRejected(conflictOfInterest)
  })

  it('D-02: is not open to the reporter of a pending flag', () => {
    given(reviewSubmitted(), reviewFlagged('moderator')).when(moderateReview('HIDDEN')).thenRejected(conflictOfInterest)
    given(reviewSubmitted(), reviewFlagged('moderator'), flagDecided('FlagDismissed', 'moderator', { by: 'lia' }))
      .when(moderateReview('HIDDEN'))
      .then(reviewModerated('ReviewHidden', 'moderator'))
  })
})

describe('upholding a dispute', () => {
  it('Q-52: removes the review and closes pending flags as neither upheld nor dismissed', () =>
    given(reviewSubmitted(), reviewFlagged('bruno'), reviewFlagged('carla'), reviewFlagged('dino'), reviewHeld)
      .when(removeByDispute())
      .then(
        ...['bruno', 'carla', 'dino'].map((reporter) =>
          flagDecided(FlagClosed.type, reporter, statementOf(adverseReasons)),
        ),
        reviewModerated('ReviewRemoved', 'dispute'),
      ))

  it('happens once, even if a moderator has restored the review since', () =>
    given(
      reviewSubmitted(),
      reviewModerated('ReviewRemoved', 'dispute'),
      reviewModerated('ReviewRestored', 'moderator'),
    )
      .when(removeByDispute())
      .thenNothing())

  it('removes the review even after an unrelated removal and restoration', () =>
    given(
      reviewSubmitted(),
      reviewModerated('ReviewRemoved', 'moderator'),
      reviewModerated('ReviewRestored', 'moderator'),
    )
      .when(removeByDispute())
      .then(reviewModerated('ReviewRemoved', 'dispute')))

  it('does not affect other reviews', () =>
    given(reviewSubmitted()).when(removeByDispute('review-2')).thenRejected({ type: 'DisputeOfAnotherReview' }))
})

describe('S-11, Q-53, Q-54: reviews by state and action', () => {
  const hidden = [
    reviewSubmitted(),
    reviewFlagged('bruno'),
    flagDecided('FlagUpheld', 'bruno'),
    reviewModerated('ReviewHidden', 'flags'),
  ]
  const states: Readonly<Record<string, readonly ReviewEvent[]>> = {
    none: [],
    ACTIVE: [reviewSubmitted()],
    flagged: [reviewSubmitted(), reviewFlagged('bruno')],
    PENDING_REVIEW: [
      reviewSubmitted(),
      ...['bruno', 'carla', 'dino'].map((reporter) => reviewFlagged(reporter)),
      reviewHeld,
    ],
    HIDDEN: hidden,
    REMOVED: [...hidden.slice(0, 3), reviewModerated('ReviewRemoved', 'moderator')],
    restored: [...hidden, reviewModerated('ReviewRestored', 'moderator')],
  }
  const actions: Readonly<Record<string, ReviewCommand>> = {
    submit: submitReview(),
    edit: editReview({ rating: 5 }),
    flag: flagReview('elena'),
    dismiss: decideFlag('bruno', 'DISMISSED'),
    uphold: decideFlag('bruno', 'UPHELD'),
    hide: moderateReview('HIDDEN'),
    remove: moderateReview('REMOVED'),
    restore: moderateReview('ACTIVE'),
    dispute: removeByDispute(),
  }
  const table = `
    none            submit   ReviewSubmitted
    none            edit     ✗ ReviewNotFound
    none            flag     ✗ ReviewNotFound
    none            dismiss  ✗ ReviewNotFound
    none            uphold   ✗ ReviewNotFound
    none            hide     ✗ ReviewNotFound
    none            remove   ✗ ReviewNotFound
    none            restore  ✗ ReviewNotFound
    none            dispute  ✗ ReviewNotFound
    ACTIVE          submit   nothing
    ACTIVE          edit     ReviewEdited
    ACTIVE          flag     ReviewFlagged
    ACTIVE          dismiss  ✗ FlagNotFound
    ACTIVE          uphold   ✗ FlagNotFound
    ACTIVE          hide     ReviewHidden
    ACTIVE          remove   ReviewRemoved
    ACTIVE          restore  nothing
    ACTIVE          dispute  ReviewRemoved
    flagged         submit   nothing
    flagged         edit     ReviewEdited
    flagged         flag     ReviewFlagged
    flagged         dismiss  FlagDismissed
    flagged         uphold   FlagUpheld ReviewHidden
    flagged         hide     FlagUpheld ReviewHidden
    flagged         remove   FlagUpheld ReviewRemoved
    flagged         restore  nothing
    flagged         dispute  FlagReviewed ReviewRemoved
    PENDING_REVIEW  submit   nothing
    PENDING_REVIEW  edit     ✗ ReviewNotEditable
    PENDING_REVIEW  flag     ReviewFlagged
    PENDING_REVIEW  dismiss  FlagDismissed
    PENDING_REVIEW  uphold   FlagUpheld FlagUpheld FlagUpheld ReviewHidden
    PENDING_REVIEW  hide     ✗ TransitionNotAllowed
    PENDING_REVIEW  remove   ✗ TransitionNotAllowed
    PENDING_REVIEW  restore  ✗ TransitionNotAllowed
    PENDING_REVIEW  dispute  FlagReviewed FlagReviewed FlagReviewed ReviewRemoved
    HIDDEN          submit   nothing
    HIDDEN          edit     ✗ ReviewNotEditable
    HIDDEN          flag     ✗ ReviewNotFlaggable
    HIDDEN          dismiss  ✗ FlagAlreadyDecided
    HIDDEN          uphold   nothing
    HIDDEN          hide     nothing
    HIDDEN          remove   ✗ TransitionNotAllowed
    HIDDEN          restore  ReviewRestored
    HIDDEN          dispute  ReviewRemoved
    REMOVED         submit   nothing
    REMOVED         edit     ✗ ReviewNotEditable
    REMOVED         flag     ✗ ReviewNotFlaggable
    REMOVED         dismiss  ✗ FlagAlreadyDecided
    REMOVED         uphold   nothing
    REMOVED         hide     ✗ TransitionNotAllowed
    REMOVED         remove   nothing
    REMOVED         restore  ReviewRestored
    REMOVED         dispute  nothing
    restored        submit   nothing
    restored        edit     ReviewEdited
    restored        flag     ReviewFlagged
    restored        dismiss  ✗ FlagAlreadyDecided
    restored        uphold   nothing
    restored        hide     ReviewHidden
    restored        remove   ReviewRemoved
    restored        restore  nothing
    restored        dispute  ReviewRemoved`

  const rows = [...table.matchAll(/(\w+) +(\w+) +(.+)/g)].map(([, state = '', action = '', outcome = '']) => [
    state,
    action,
    outcome,
  ])
  it('cover every combination', () => {
    const all = Object.keys(states).flatMap((state) => Object.keys(actions).map((action) => `${state} ${action}`))
    expect(rows.map(([state, action]) => `${state} ${action}`)).toEqual(all)
  })

  it.each(rows)('%s: %s → %s', (state, action, outcome) => {
    const [history, command] = [states[state ?? ''], actions[action ?? '']]
    assert(history && command)
    expect(summarize(review.decide(command, fold(review, history)))).toBe(outcome)
  })
})
