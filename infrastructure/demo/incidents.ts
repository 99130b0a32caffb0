import { after, ago, type Incident, moderatorNicola, moderatorTeresa } from './actions.ts'

/** Flags and their decisions, by review key. */
export const flags: Readonly<Record<string, readonly Incident[]>> = {
  polvere: [
    [after(1), { type: 'flag', by: 'torre', reason: 'FAKE', note: 'La camera 7 viene pulita ogni giorno.' }],
    [
      after(3),
      {
        type: 'decide flag',
        by: moderatorTeresa,
        of: 'torre',
        outcome: 'DISMISSED',
        notes: 'Recensione di un soggiorno avvenuto, toni corretti. Resta.',
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
        by: moderatorNicola,
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
        by: moderatorTeresa,
        of: 'roberto',
        outcome: 'DISMISSED',
        notes: 'Autrice verificata, con altri soggiorni e altre recensioni. Nessun indizio.',
      },
    ],
  ],
  gettone: [
    [after(1), { type: 'flag', by: 'fonte', reason: 'OTHER', note: 'Rimborso rifatto: si può aggiornare?' }],
    [
      after(4),
      {
        type: 'decide flag',
        by: moderatorNicola,
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
        by: moderatorTeresa,
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
        by: moderatorNicola,
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

/** Disputes and their decisions, by review key. */
export const disputes: Readonly<Record<string, readonly Incident[]>> = {
  maistato: [
    [
      after(1),
      {
        type: 'dispute',
        by: 'ermelinda',
        reason: 'INCORRECT_INFO',
        message:
          'Quel giovedì eravamo chiusi per riposo e a questo nome non risulta nessun tavolo. In più si manda la gente da un altro locale della stessa via.',
        evidenceUrls: ['https://ermelinda.garbo.example/orari'],
      },
    ],
    [
      after(2),
      {
        type: 'decide dispute',
        by: moderatorTeresa,
        status: 'UNDER_REVIEW',
        notes: 'Chiesti gli orari.',
        resolution: null,
      },
    ],
    [
      after(3),
      {
        type: 'file statement',
        by: 'davide',
        message: 'Forse era un altro giorno, non ricordo. Comunque ho mangiato male.',
      },
    ],
    [
      after(4),
      {
        type: 'decide dispute',
        by: moderatorTeresa,
        status: 'RESOLVED_UPHELD',
        notes: 'Locale chiuso, visita non ricordata dall’autore, rinvio a un concorrente.',
        resolution: 'La visita descritta non è avvenuta: la recensione è stata tolta.',
      },
    ],
  ],
  rumore: [
    [
      after(2),
      {
        type: 'dispute',
        by: 'torre',
        reason: 'UNFAIR_RATING',
        message:
          'Il ricevimento era segnalato in ascensore e sul sito da un mese. Due stelle per una sera sola ci sembrano ingiuste.',
        evidenceUrls: [],
      },
    ],
    [
      after(3),
      {
        type: 'file statement',
        by: 'stefano',
        message: 'Il cartello in ascensore l’ho visto dopo aver già pagato la camera.',
      },
    ],
    [
      after(5),
      {
        type: 'decide dispute',
        by: moderatorNicola,
        status: 'RESOLVED_REJECTED',
        notes: 'Fatto ammesso da entrambi; resta un giudizio.',
        resolution: 'Il rumore c’è stato e l’ospite può dirlo. Le due stelle sono il suo giudizio.',
      },
    ],
  ],
  cane: [
    [
      after(1),
      {
        type: 'dispute',
        by: 'lumaca',
        reason: 'OTHER',
        message: 'Siamo in campagna e il cane è nella descrizione. Non ci pare giusto perdere stelle per questo.',
        evidenceUrls: [],
      },
    ],
    [
      after(4),
      {
        type: 'decide dispute',
        by: moderatorTeresa,
        status: 'RESOLVED_REJECTED',
        notes: 'Nessuna regola violata.',
        resolution: 'L’ospite racconta quello che ha vissuto e lo fa con misura: la recensione resta.',
      },
    ],
  ],
  cimici: [
    [
      ago(11),
      {
        type: 'dispute',
        by: 'ostello',
        reason: 'INCORRECT_INFO',
        message:
          'La ditta di disinfestazione ha controllato la camerata il giorno dopo e non ha trovato traccia di cimici: alleghiamo il verbale.',
        evidenceUrls: ['https://ostello.garbo.example/verbale.pdf'],
      },
    ],
    [
      ago(9),
      { type: 'file statement', by: 'andrea', message: 'Il controllo è stato fatto dopo aver bruciato il materasso.' },
    ],
  ],
  fila: [
    [
      ago(4),
      {
        type: 'dispute',
        by: 'tizzoni',
        reason: 'UNFAIR_RATING',
        message:
          'La prenotazione era alle 20 e la signora è arrivata alle 20.50: il tavolo lo abbiamo tenuto mezz’ora, poi dato via.',
        evidenceUrls: [],
      },
    ],
    [
      ago(2),
      {
        type: 'decide dispute',
        by: moderatorNicola,
        status: 'UNDER_REVIEW',
        notes: 'Chiedere all’autrice l’ora della conferma.',
        resolution: null,
      },
    ],
  ],
  umidita: [
    [
      ago(3),
      {
        type: 'dispute',
        by: 'persiana',
        reason: 'INCORRECT_INFO',
        message:
          'La camera tre è stata risanata l’anno scorso e ha un deumidificatore sempre acceso: quell’odore non può esserci stato.',
        evidenceUrls: [],
      },
    ],
  ],
}
