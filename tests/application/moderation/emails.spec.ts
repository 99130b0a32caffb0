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

/** Everybody's letter about the latest ruling must say what the review is now, whose verdict it was, and what is left. */
const lettersAreRight = async ({ app, status, told, appealAll }: AppealScenario) => {
  const ruling = (await app.events('AppealDecided')).at(-1)
  if (ruling === undefined) throw new Error('nothing was decided')
  const people = (await told()).split(' ')
  const letters = people.map((who) => ({ who, ...appealOutcomeText(ruling, who, dated) }))
  const now = await status()
  const may = (await appealAll()).split(' ')
  for (const { who, subject, text } of letters) {
    const fate = `${ruling.before === ruling.measure ? 'resta' : 'ora è'} ${states[now]}.`
    expect(text).toContain(fate)
    expect(text).toContain('Le ragioni: Abbiamo riletto tutto con attenzione.')
    expect(text.includes('Puoi fare ricorso')).toBe(may.includes(who))
    if (ruling.appellants.includes(who)) expect(subject).toBe(`Il tuo ricorso è stato ${verdicts[ruling.outcome]}`)
    else expect(subject).toMatch(now === 'VISIBLE' ? /è di nuovo visibile$/ : /non è più visibile$/)
    const whose =
      who === 'ada' ? 'La tua recensione' : /^(bea|carlo)$/.test(who) ? 'avevi segnalato' : 'avevi contestato'
    expect(text).toContain(whose)
  }
}

describe('appeal letters for every outcome', () => {
  it.each(appealMatrix)('$first; $by: $outcome → $review', async ({ first, outcome, measure = null }) => {
    const scene = await appealScenario()
    await scene.first(first)
    await scene.appealAll()
    unwrap(await scene.decide('lia', outcome, measure))
    await lettersAreRight(scene)
  })

  it.each(secondAppeals)('$first, $outcome → $review; $next: $then → $last', async (cell) => {
    const scene = await appealScenario()
    await scene.first(cell.first)
    await scene.appealAll()
    unwrap(await scene.decide('lia', cell.outcome, cell.measure ?? null))
    await scene.appealAll()
    unwrap(await scene.decide('nina', cell.then))
    await lettersAreRight(scene)
  })

  it('cover an appeal that was voided', async () => {
    const { app, first, appealAll, moderate } = await appealScenario()
    await first('hidden by a moderator')
    await appealAll()
    await moderate('ACTIVE', 'nina')
    const [ended] = await app.events('AppealVoided')
    expect(ended && appealVoidedText(ended).text).toContain('la tua recensione è di nuovo visibile')
  })
})
