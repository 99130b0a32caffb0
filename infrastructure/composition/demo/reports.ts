import { after, ago, nicola, teresa, type Incident } from './when.ts'

/** What was reported, by the mark of the review. */
export const reports: Readonly<Record<string, readonly Incident[]>> = {
  polvere: [
    [after(1), { type: 'flag', by: 'torre', reason: 'FAKE', note: 'La camera 7 viene pulita ogni giorno.' }],
    [
      after(3),
      {
        type: 'decide flag',
        by: teresa,
        of: 'torre',
        outcome: 'DISMISSED',
        notes: 'Opinione su un soggiorno avvenuto, toni corretti. Resta.',
      },
    ],
  ],
  navigatore: [
    [
      after(2),
      { type: 'flag', by: 'lumaca', reason: 'OTHER', note: 'Il disguido è stato chiarito al telefono con il cliente.' },
    ],
    [
      after(4),
      {
        type: 'decide flag',
        by: nicola,
        of: 'lumaca',
        outcome: 'DISMISSED',
        notes: 'Chiarito non vuol dire falso. La risposta pubblica basta.',
      },
    ],
  ],
  foto: [
    [after(6), { type: 'flag', by: 'roberto', reason: 'SPAM', note: 'Sembra scritta dalla proprietaria.' }],
    [
      after(7),
      {
        type: 'decide flag',
        by: teresa,
        of: 'roberto',
        outcome: 'DISMISSED',
        notes: 'Autrice verificata, con altri soggiorni e altri pareri. Nessun indizio.',
      },
    ],
  ],
  gettone: [
    [after(1), { type: 'flag', by: 'fonte', reason: 'OTHER', note: 'Rimborso rifatto: si può aggiornare?' }],
    [
      after(4),
      {
        type: 'decide flag',
        by: nicola,
        of: 'fonte',
        outcome: 'REVIEWED',
        notes: 'Non tocca a noi riscrivere: può farlo l’autrice.',
      },
    ],
  ],
  insulto: [
    [
      after(1),
      { type: 'flag', by: 'ermelinda', reason: 'OFFENSIVE', note: 'Insulti a mia madre, che ha ottantun anni.' },
    ],
    [after(1), { type: 'flag', by: 'anna', reason: 'OFFENSIVE', note: 'Qui si offende una persona.' }],
    [
      after(2),
      {
        type: 'decide flag',
        by: teresa,
        of: 'ermelinda',
        outcome: 'UPHELD',
        notes: 'Offese personali, niente sul servizio. Da nascondere.',
      },
    ],
    [
      ago(2),
      {
        type: 'appeal',
        by: 'roberto',
        text: 'Ammetto di avere usato parole pesanti, ma ho aspettato un’ora e il conto era sbagliato. Sono disposto a riscriverla senza offese.',
      },
    ],
  ],
  prezzi: [
    [ago(3), { type: 'flag', by: 'fonte', reason: 'FAKE', note: 'Il listino dei festivi è sul sito da sempre.' }],
    [
      ago(1),
      {
        type: 'decide flag',
        by: nicola,
        of: 'fonte',
        outcome: 'DISMISSED',
        notes: 'Il listino c’è, ma la prenotazione mostrava il prezzo feriale.',
      },
    ],
  ],
  coperto: [
    [
      ago(1),
      {
        type: 'flag',
        by: 'ermelinda',
        reason: 'FAKE',
        note: 'Il coperto è due euro: quella sera c’era il menù di festa.',
      },
    ],
  ],
  pubblicita: [
    [ago(2), { type: 'flag', by: 'mandorlo', reason: 'SPAM', note: 'Fa pubblicità ai suoi appartamenti.' }],
    [ago(1), { type: 'flag', by: 'paolo', reason: 'SPAM', note: 'Non è una recensione, è un annuncio.' }],
    [ago(1), { type: 'flag', by: 'irene', reason: 'SPAM', note: 'Offre case in affitto in privato.' }],
    [ago(1), { type: 'flag', by: 'valentina', reason: 'SPAM', note: 'Stesso annuncio già visto altrove.' }],
  ],
}
