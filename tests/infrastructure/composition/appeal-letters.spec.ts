import { describe, expect, it } from 'vitest'
import { outcomeWords, voidWords } from '../../../infrastructure/composition/appeal-letter-words.ts'
import { matrix, secondAppeals } from '../../support/appeal-matrix.ts'
import { appealScene, type Scene } from '../../support/appeal-scenes.ts'
import { right } from '../../support/application.ts'

const dated = (at: string) => at.slice(0, 10)
const states = { VISIBLE: 'visibile', HIDDEN: 'nascosta', REMOVED: 'rimossa' } as const
const verdicts = { UPHELD: 'respinto', PARTLY: 'accolto in parte', OVERTURNED: 'accolto' } as const

/** Everybody's letter about the latest ruling must say what the review is now, whose verdict it was, and what is left. */
const lettersAreRight = async ({ app, status, told, allWhoMay }: Scene) => {
  const ruling = (await app.events('AppealDecided')).at(-1)
  if (ruling === undefined) throw new Error('nothing was decided')
  const people = (await told()).split(' ')
  const letters = people.map((who) => ({ who, ...outcomeWords(ruling, who, dated) }))
  const now = await status()
  const may = (await allWhoMay()).split(' ')
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
  it.each(matrix)('$first; $by: $outcome → $review', async ({ first, outcome, measure = null }) => {
    const scene = await appealScene()
    await scene.first(first)
    await scene.allWhoMay()
    right(await scene.decide('lia', outcome, measure))
    await lettersAreRight(scene)
  })

  it.each(secondAppeals)('$first, $outcome → $review; $next: $then → $last', async (cell) => {
    const scene = await appealScene()
    await scene.first(cell.first)
    await scene.allWhoMay()
    right(await scene.decide('lia', cell.outcome, cell.measure ?? null))
    await scene.allWhoMay()
    right(await scene.decide('nina', cell.then))
    await lettersAreRight(scene)
  })

  it('cover an appeal that was voided', async () => {
    const { app, first, allWhoMay, moderate } = await appealScene()
    await first('hidden by a moderator')
    await allWhoMay()
    await moderate('ACTIVE', 'nina')
    const [ended] = await app.events('AppealVoided')
    expect(ended && voidWords(ended).text).toContain('la tua recensione è di nuovo visibile')
  })
})
