import { il } from '../../domain/kernel/italian.ts'
import type { DataOf } from '../../domain/moderation/appeal/events.ts'
import type { AppealOutcome, AppealSide, Measure } from '../../domain/moderation/appeal/measures.ts'
import { losersOf } from '../../domain/moderation/appeal/judging.ts'

type Ruling = DataOf<'AppealDecided'>

interface Words {
  readonly subject: string
  readonly text: string
}

/** What is written to one of those an appeal's decision is told: all of it is read off that decision. */
export const outcomeWords = (ruling: Ruling, accountId: string, dated: (at: string) => string): Words => {
  const { side, before, measure, appellants, others, facts } = ruling
  const mine = appellants.includes(accountId)
  const of = others.find((one) => one.accountId === accountId)?.side ?? side
  const { subject, opening } = mine ? answers[ruling.outcome] : unasked(measure, of)
  const fate = `${reviewOf[of]} ${before === measure ? 'resta' : 'ora è'} ${states[measure]}.`
  const reasons = facts === '' ? '' : `\n\nLe ragioni: ${facts}`
  return { subject, text: `${opening} ${fate}${reasons}\n\n${redressOf(ruling, accountId, dated)}` }
}

export const voidWords = ({ side, measure }: DataOf<'AppealVoided'>): Words => ({
  subject: 'Il tuo ricorso non ha più oggetto',
  text:
    'nel frattempo la decisione contro cui avevi fatto ricorso è cambiata: ' +
    `${lower(reviewOf[side])} ${measure === 'VISIBLE' ? 'non è più visibile' : 'è di nuovo visibile'}.`,
})

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const reviewOf: Readonly<Record<AppealSide, string>> = {
  author: 'La tua recensione',
  reporter: 'La recensione che avevi segnalato',
  business: 'La recensione che avevi contestato',
}
const states: Readonly<Record<Measure, string>> = { VISIBLE: 'visibile', HIDDEN: 'nascosta', REMOVED: 'rimossa' }

const answers: Readonly<Record<AppealOutcome, { readonly subject: string; readonly opening: string }>> = {
  UPHELD: {
    subject: 'Il tuo ricorso è stato respinto',
    opening: 'un altro moderatore ha riesaminato tutto e ha confermato la decisione.',
  },
  PARTLY: {
    subject: 'Il tuo ricorso è stato accolto in parte',
    opening: 'un altro moderatore ha riesaminato tutto e ti ha dato ragione in parte.',
  },
  OVERTURNED: {
    subject: 'Il tuo ricorso è stato accolto',
    opening: 'un altro moderatore ha riesaminato tutto e ti ha dato ragione.',
  },
}

const unasked = (measure: Measure, of: AppealSide) => ({
  subject: measure === 'VISIBLE' ? `${reviewOf[of]} è di nuovo visibile` : `${reviewOf[of]} non è più visibile`,
  opening: 'su ricorso di un’altra persona un altro moderatore ha riesaminato la decisione precedente e l’ha cambiata.',
})

const redressOf = (ruling: Ruling, accountId: string, dated: (at: string) => string): string => {
  const mayAppeal = losersOf(ruling).some((one) => one.accountId === accountId)
  const elsewhere =
    'rivolgerti a un organismo certificato di risoluzione extragiudiziale delle controversie o al giudice.'
  return mayAppeal && ruling.appealableUntil !== null
    ? `Puoi fare ricorso, una volta sola, entro ${il(dated(ruling.appealableUntil))}; puoi anche ${elsewhere}`
    : `Su questa decisione Garbo non accetta un altro tuo ricorso; se non sei d’accordo puoi ${elsewhere}`
}
