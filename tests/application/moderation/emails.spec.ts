import { describe, expect, it } from 'vitest'
import { appealOutcomeText, appealVoidedText } from '../../../application/moderation/emails.it.ts'
import { unwrap } from '../../support/application.ts'
import {
  appealMatrix,
  appealScenario,
  type AppealScenario,
  secondAppeals,
} from '../../support/moderation/appeal-scenario.ts'

const dated = (at: string) => at.slice(0, 10)
const states = { VISIBLE: 'visibile', HIDDEN: 'nascosta', REMOVED: 'rimossa' } as const
const verdicts = { UPHELD: 'respinto', PARTLY: 'accolto in parte', OVERTURNED: 'accolto' } as const

/** Checks that each e-mail about the latest decision states the review's status, the outcome and the remaining redress. */
const expectCorrectEmails = async ({ app, status, notified, appealAll }: AppealScenario) => {
  const ruling = (await app.events('AppealDecided')).at(-1)
  if (ruling === undefined) throw new Error('nothing was decided')
  const recipients = (await notified()).split(' ')
  const emails = recipients.map((recipient) => ({ recipient, ...appealOutcomeText(ruling, recipient, dated) }))
  const current = await status()
  const nextAppellants = (await appealAll()).split(' ')
  for (const { recipient, subject, text } of emails) {
    const effect = `${ruling.before === ruling.measure ? 'resta' : 'ora è'} ${states[current]}.`
    expect(text).toContain(effect)
    expect(text).toContain('Le ragioni: Abbiamo riletto tutto con attenzione.')
    expect(text.includes('Puoi fare ricorso')).toBe(nextAppellants.includes(recipient))
    if (ruling.appellants.includes(recipient))
      expect(subject).toBe(`Il tuo ricorso è stato ${verdicts[ruling.outcome]}`)
    else expect(subject).toMatch(current === 'VISIBLE' ? /è di nuovo visibile$/ : /non è più visibile$/)
    const relation =
      recipient === 'ada'
        ? 'La tua recensione'
        : /^(bea|carlo)$/.test(recipient)
          ? 'avevi segnalato'
          : 'avevi contestato'
    expect(text).toContain(relation)
  }
}

describe('appeal e-mails for every outcome', () => {
  it.each(appealMatrix)('$first; $by: $outcome → $review', async ({ first, outcome, measure = null }) => {
    const scene = await appealScenario()
    await scene.decideFirst(first)
    await scene.appealAll()
    unwrap(await scene.decide('lia', outcome, measure))
    await expectCorrectEmails(scene)
  })

  it.each(secondAppeals)('$first, $outcome → $review; $next: $then → $last', async (cell) => {
    const scene = await appealScenario()
    await scene.decideFirst(cell.first)
    await scene.appealAll()
    unwrap(await scene.decide('lia', cell.outcome, cell.measure ?? null))
    await scene.appealAll()
    unwrap(await scene.decide('nina', cell.then))
    await expectCorrectEmails(scene)
  })

  it('cover an appeal that was voided', async () => {
    const { app, decideFirst, appealAll, moderate } = await appealScenario()
    await decideFirst('hidden by a moderator')
    await appealAll()
    await moderate('ACTIVE', 'nina')
    const [ended] = await app.events('AppealVoided')
    expect(ended && appealVoidedText(ended).text).toContain('la tua recensione è di nuovo visibile')
  })
})
