import type { RatingReceived } from '../../../contract/ratings/ratings.ts'
import { dateAl, dateDel } from '../../shared/italian-dates.ts'

export const ratingTexts = {
  recent: 'Valutazioni recenti',
  recentEmpty: 'Non hai ancora valutato nessun ospite.',
  add: 'Aggiungi valutazione',
  dialogTitle: 'Valuta un ospite',
  dialogText: 'La valutazione è riservata: la vedrà soltanto il cliente, senza il nome della tua attività.',
  firstContact:
    'La prima volta Garbo scrive all’ospite che è stato aggiunto, con il mese del soggiorno e senza il nome della tua attività. Se dichiara di non essere stato da te, le valutazioni vengono ritirate e per dodici mesi non puoi aggiungerlo di nuovo.',
  confirmFirst:
    'Solo le attività con un indirizzo email confermato possono valutare gli ospiti. Conferma prima il tuo: trovi il pulsante per ricevere di nuovo il link nella dashboard.',
  clientEmail: 'Email del cliente',
  clientEmailHint: 'L’indirizzo con cui il cliente è registrato su Garbo',
  overall: 'Valutazione complessiva',
  punctuality: 'Puntualità',
  kindness: 'Cortesia',
  payment: 'Pagamento',
  roomCondition: 'Stato della camera',
  stayType: 'Tipo di soggiorno',
  stay: { business: 'Lavoro', leisure: 'Vacanza' } satisfies Record<RatingReceived['stayType'], string>,
  stayDate: 'Data del soggiorno',
  stayDateHint: (days: number) => `Puoi valutare i soggiorni degli ultimi ${days} giorni.`,
  countsOnce: (days: number) =>
    `Di ogni ospite conta una valutazione ogni ${days} giorni: quella del soggiorno più recente. Le altre restano visibili.`,
  notCounted: 'Non conteggiata',
  notCountedWhy: 'La struttura ha valutato un soggiorno successivo, a pochi giorni da questo.',
  comment: 'Commento',
  submit: 'Salva valutazione',
  saved: 'Valutazione salvata',
  savedWithAva: (ava: number) => `Hai guadagnato ${ava} AVA.`,
  failed: 'Si è verificato un errore durante il salvataggio.',
  emailInvalid: "Inserisci un'email valida",
  missingTitle: 'Valutazione mancante',
  missing: 'Seleziona una valutazione da 1 a 5 stelle.',
  growthMonthly: (percent: string) => `${percent} mensile`,
  growthQuarterly: (percent: string) => `${percent} trimestrale`,
  growthDemo: 'dato dimostrativo',
  topClientBadge: 'Cliente Top',
  average: (value: number) =>
    `media ${value.toLocaleString('it-IT', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}`,
  received: 'Valutazioni ricevute',
  receivedEmpty: 'Non hai ancora ricevuto valutazioni. Arriveranno dopo i tuoi soggiorni.',
  receivedPrivate: 'Le leggi soltanto tu, senza il nome della struttura.',
  amend: 'Modifica',
  amendTitle: 'Modifica la valutazione',
  amendSubmit: 'Salva modifiche',
  amended: 'Valutazione modificata',
  changeableUntil: (name: string, date: string) =>
    `Valutazione di ${name}: puoi modificarla o ritirarla fino ${dateAl(date)}.`,
  withdraw: 'Ritira',
  withdrawTitle: 'Ritirare la valutazione?',
  withdrawText:
    'Scompare anche per il cliente; media, ricompense e AVA vengono ricalcolati. Non potrai valutare di nuovo lo stesso soggiorno.',
  withdrawSubmit: 'Ritira la valutazione',
  withdrawn: 'Valutazione ritirata',
  stayIn: (month: string) => `Soggiorno di ${month}`,
  stayOn: (date: string) => `Soggiorno ${dateDel(date)}`,
} as const

export const disownTexts = {
  title: 'Non sei stato ospite?',
  text: 'Se confermi, le valutazioni di questa struttura vengono ritirate, non vede più il tuo profilo e per dodici mesi non può aggiungerti di nuovo, né tu puoi recensirla. Le viene detto soltanto che non sei stato suo ospite.',
  irrevocable: 'Non si può annullare.',
  submit: 'Non sono stato qui',
  done: 'Fatto: le valutazioni sono ritirate e la struttura non vede più il tuo profilo.',
  home: 'Torna alla pagina iniziale',
  failed: 'Non riusciamo a registrare la tua dichiarazione. Riprova.',
} as const
