import type { OwnContest } from '../../../contract/ratings/contests.ts'
import { reviewTexts } from '../reviews/texts.ts'
import { dateIl } from '../../shared/italian-dates.ts'

export const contestTexts = {
  contest: 'Contesta',
  contestStay: (stay: string) => `Contesta la valutazione: ${stay}`,
  title: 'Contesta la valutazione',
  status: {
    OPEN: 'Contestata',
    KEPT: 'Contestazione respinta',
    STRUCK: 'Contestazione accolta',
    VOID: 'Contestazione chiusa',
  } satisfies Record<OwnContest['status'], string>,
  stars: (count: number) => (count === 1 ? '1 stella' : `${count} stelle`),
  beforeSending:
    'La struttura leggerà motivo e spiegazione, saprà che sono tuoi e potrà rispondere. Puoi contestare una valutazione una volta sola.',
  dueBy: (date: string) => `Un moderatore decide, di norma entro ${dateIl(date)}.`,
  answered: 'La struttura ha risposto: la risposta la legge solo chi decide, perché potrebbe rivelarne il nome.',
  resolution: 'Motivazione del moderatore',
  reasonsAndAppeal: 'Ragioni e ricorso',
  reasons: reviewTexts.disputeReasons,
  contested: 'Valutazioni contestate',
  contestedText:
    'Il cliente contesta queste valutazioni. Fino alla decisione puoi rispondere a ognuna, una volta sola.',
  answer: 'Rispondi',
  answerTitle: 'Rispondi alla contestazione',
  answerText: 'La risposta la legge solo il moderatore che decide, non il cliente. Dopo l’invio non puoi cambiarla.',
  answerLabel: 'Risposta',
  answerHint: reviewTexts.disputeMessageHint,
  answerSubmit: 'Invia risposta',
  answerSent: 'Risposta inviata',
  answerFailed: 'Invio della risposta non riuscito.',
  yourAnswer: 'La tua risposta',
} as const
