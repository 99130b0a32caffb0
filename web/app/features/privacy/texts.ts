import { deletionPhrase, deletionPhraseMismatch } from '../../../contract/privacy/privacy.ts'
import { formTexts } from '../../components/form.texts.ts'

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

export const accountDeletionTexts = {
  title: 'Elimina il tuo account',
  intro: 'È per sempre: una volta eliminato, un account non si può recuperare.',
  progress: 'Avanzamento',
  steps: ['Panoramica', 'Anteprima Dati', 'Conferma', 'Completato'],
  overview: {
    text: 'Prima di decidere, ecco che cosa succede.',
    points: [
      'Le tue sessioni si chiudono su tutti i dispositivi e non puoi più accedere.',
      'I tuoi dati personali vengono cancellati: distruggiamo la chiave con cui sono cifrati, e da allora non può leggerli più nessuno, nemmeno noi.',
      'Prenotazioni, AVA e indirizzo del wallet vengono eliminati. Le prenotazioni future sono annullate; gli AVA non ancora pagati vanno persi.',
      'Se hai una sanzione in corso o la tua attività ha recensioni, conserviamo per un periodo limitato impronte cifrate della tua email, del telefono e degli account social: servono solo a impedire di registrarsi di nuovo per aggirarle, e non vi si può leggere nulla.',
      'Le stelle e i punteggi di recensioni e valutazioni restano, senza parole e senza nome, perché contano nella reputazione degli altri.',
    ],
    next: 'Continua',
    stay: 'Torna al profilo',
  },
  preview: {
    account: 'Il tuo account',
    name: 'Nome',
    email: 'Email',
    since: 'Registrato il',
    deleted: 'Verranno eliminati',
    anonymised: 'Resteranno senza nome',
    bookings: (count: number) => counted(count, 'prenotazione', 'prenotazioni'),
    ava: (count: number) => `${count} AVA`,
    addresses: (count: number) => counted(count, 'indirizzo di wallet', 'indirizzi di wallet'),
    written: (count: number) =>
      counted(count, 'recensione o valutazione scritta da te', 'recensioni e valutazioni scritte da te'),
    received: (count: number) =>
      counted(count, 'recensione o valutazione su di te', 'recensioni e valutazioni su di te'),
    failed: "Errore nel caricamento dell'anteprima dati.",
    back: 'Indietro',
    next: 'Continua',
  },
  export: {
    title: 'Porta con te i tuoi dati',
    text: 'Un file con tutto ciò che ti riguarda. Contiene dati personali: conservalo in un posto sicuro.',
    json: 'Scarica in JSON',
    csv: 'Scarica in CSV (zip)',
    proven: 'Scarica con le prove (zip)',
    provenTitle: 'I tuoi dati con le prove',
    provenText:
      'Oltre ai dati contiene ciò che hai fatto su Garbo, evento per evento, e un programma che controlla, anche senza connessione, che nulla sia stato cambiato.',
    password: 'La tua password',
    passwordHint: formTexts.noPasswordHint,
    download: 'Scarica',
    failed: 'Non siamo riusciti a preparare l’archivio. Riprova tra poco.',
  },
  confirm: {
    reason: 'Perché elimini l’account?',
    reasonHint: 'Viene cancellato insieme al resto.',
    phrase: 'Testo di conferma',
    phraseHint: `Scrivi esattamente: ${deletionPhrase}`,
    wrongPhrase: deletionPhraseMismatch,
    password: 'La tua password',
    passwordHint: formTexts.noPasswordHint,
    consents: 'Prima di procedere',
    consentLabels: {
      forEver: 'Ho capito che l’eliminazione è definitiva e non può essere annullata.',
      losses: 'Ho capito che perdo prenotazioni, AVA e ricompense.',
      traces: 'Ho capito che recensioni e valutazioni restano, senza il mio nome e senza le mie parole.',
    },
    consentTitle: 'Consenso richiesto',
    consentText: "Devi accettare tutti i consensi per procedere con l'eliminazione.",
    back: 'Indietro',
    submit: 'Elimina definitivamente',
    failed: "Si è verificato un errore durante l'eliminazione dell'account",
  },
  processing: 'Stiamo eliminando il tuo account…',
  completed: {
    text: 'Il tuo account è stato eliminato.',
    more: 'La cancellazione dei dati si conclude entro pochi minuti. Tra poco tornerai alla pagina iniziale.',
    home: 'Vai alla pagina iniziale',
  },
  blocked: {
    title: 'Eliminazione non disponibile',
    reason: 'Il tuo account non può essere eliminato in questo momento.',
    back: 'Torna al profilo',
  },
  dangerZone: {
    title: 'Eliminazione dell’account',
    text: 'Eliminare l’account cancella i tuoi dati per sempre.',
    link: 'Elimina account',
  },
} as const
