import { assert, describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { dispute, type DisputeEvent } from '../../../domain/reviews/dispute.ts'
import { statementObstacle } from '../../../domain/reviews/dispute-rules.ts'
import { spec } from '../../support/decider-spec.ts'
import { fileStatement, statementFiled, statementText } from '../../support/reviews/reply-fixtures.ts'
import { disputeOpened, disputeModerated, disputeVoided, summarize } from '../../support/reviews/review-fixtures.ts'

const { given } = spec(dispute)
const opened = disputeOpened()
const asAuthor = (n: number) => statementFiled('author', { statementId: `a-${n}` })
const asBusiness = (n: number) => statementFiled('business', { statementId: `b-${n}` })
const exchange = [asAuthor(1), asBusiness(1), asAuthor(2), asBusiness(2), asAuthor(3), asBusiness(3)]

describe('dispute statements', () => {
  it('start with the author: the business spoke when opening the dispute', () => {
    given(opened).when(fileStatement('ada')).then(statementFiled('author'))
    given(opened).when(fileStatement('hotel')).thenRejected({ type: 'NotYourTurn' })
  })

  it('alternate', () => {
    given(opened, asAuthor(1)).when(fileStatement('hotel')).then(statementFiled('business'))
    given(opened, asAuthor(1)).when(fileStatement('ada')).thenRejected({ type: 'NotYourTurn' })
    given(opened, asAuthor(1), asBusiness(1)).when(fileStatement('ada')).then(statementFiled('author'))
    given(opened, asAuthor(1), asBusiness(1)).when(fileStatement('hotel')).thenRejected({ type: 'NotYourTurn' })
  })

  it('are limited to three per side', () => {
    given(opened, ...exchange)
      .when(fileStatement('ada'))
      .thenRejected({ type: 'StatementsUsedUp', max: 3 })
    given(opened, ...exchange.slice(0, 5))
      .when(fileStatement('hotel'))
      .then(statementFiled('business'))
    given(opened, ...exchange)
      .when(fileStatement('hotel'))
      .thenRejected({ type: 'StatementsUsedUp', max: 3 })
  })

  it.each([20, 2000])('accept %i characters, trimmed', (length) => {
    const message = 'x'.repeat(length)
    given(opened)
      .when(fileStatement('ada', { message: ` ${message}\n` }))
      .then(statementFiled('author', { message }))
  })

  it.each([0, 19, 2001])('reject %i characters', (length) =>
    given(opened)
      .when(fileStatement('ada', { message: `${'x'.repeat(length)}        ` }))
      .thenRejected({ type: 'StatementLength', min: 20, max: 2000 }),
  )

  it('are idempotent, and rejected with another text under the same id', () => {
    const filed = statementFiled('author')
    given(opened, filed).when(fileStatement('ada')).thenNothing()
    given(opened, filed, disputeModerated('DisputeUpheld')).when(fileStatement('ada')).thenNothing()
    given(opened, filed)
      .when(fileStatement('ada', { message: `${statementText} Eccola.` }))
      .thenRejected({ type: 'StatementExists' })
    given(opened, filed)
      .when(fileStatement('hotel', { statementId: 'statement-of-ada' }))
      .thenRejected({ type: 'StatementExists' })
  })
})

describe('filing a statement by dispute state', () => {
  const states: Readonly<Record<string, readonly DisputeEvent[]>> = {
    none: [],
    OPEN: [opened],
    answered: [opened, asAuthor(1)],
    UNDER_REVIEW: [opened, disputeModerated('DisputeTakenUnderReview')],
    'answered UNDER_REVIEW': [opened, asAuthor(1), disputeModerated('DisputeTakenUnderReview')],
    RESOLVED_UPHELD: [opened, disputeModerated('DisputeUpheld')],
    RESOLVED_REJECTED: [opened, disputeModerated('DisputeRejected')],
    CLOSED: [opened, disputeModerated('DisputeUpheld'), disputeModerated('DisputeClosed')],
    void: [opened, disputeVoided],
  }
  const filed = 'StatementFiled'
  const [none, late, wait] = ['✗ DisputeNotFound', '✗ DisputeNoLongerHeard', '✗ NotYourTurn']
  it.each([
    ['none', { ada: none, hotel: none, lia: none }],
    ['OPEN', { ada: filed, hotel: wait, lia: none }],
    ['answered', { ada: wait, hotel: filed, lia: none }],
    ['UNDER_REVIEW', { ada: filed, hotel: wait, lia: none }],
    ['answered UNDER_REVIEW', { ada: wait, hotel: filed, lia: none }],
    ['RESOLVED_UPHELD', { ada: late, hotel: late, lia: none }],
    ['RESOLVED_REJECTED', { ada: late, hotel: late, lia: none }],
    ['CLOSED', { ada: late, hotel: late, lia: none }],
    ['void', { ada: late, hotel: late, lia: none }],
  ])('%s', (name, expected) => {
    const history = states[name]
    assert(history)
    const state = fold(dispute, history)
    const outcomes = Object.keys(expected).map((by) => [by, summarize(dispute.decide(fileStatement(by), state))])
    expect(Object.fromEntries(outcomes)).toEqual(expected)
    if (state.status === 'NONE') return
    expect(statementObstacle(state, 'author') === null).toBe(expected.ada === filed)
    expect(statementObstacle(state, 'business') === null).toBe(expected.hotel === filed)
  })
})
