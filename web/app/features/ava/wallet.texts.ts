import type { AvaPayout, AvaTransaction, LiabilityProof } from '../../../contract/ava/wallet.ts'
import { ruleParameters } from '../../../contract/rule-parameters.ts'
import { longDate } from '../../shared/format.ts'
import { dateAl, dateDel, dateIl } from '../../shared/italian-dates.ts'
import { formTexts } from '../../components/form.texts.ts'
import { shellTexts } from '../../texts.ts'

const payoutSchedule = 'Ogni 24 ore, se il saldo raggiunge la soglia, gli AVA vengono inviati a questo indirizzo.'

export const avaTexts = {
  password: 'La tua password',
  passwordHint: `Serve per cambiare l’indirizzo. ${formTexts.noPasswordHint}`,
  payoutsFrom: (moment: string) => `Per sicurezza, i pagamenti a questo indirizzo iniziano ${dateIl(moment)}.`,
  title: 'AVA Wallet',
  intro: `Gli AVA premiano chi partecipa: 1 AVA ogni ${ruleParameters.contributionsPerAva} valutazioni o recensioni fatte, 1 AVA ogni ${ruleParameters.eurosPerAva} € di prenotazioni.`,
  card: 'AVA',
  balance: 'Saldo AVA',
  amount: (ava: number) => `${ava.toLocaleString('it-IT')} AVA`,
  ratingsLeft: (ratings: number) =>
    ratings === 1
      ? 'Ancora 1 valutazione o recensione per il prossimo AVA'
      : `Ancora ${ratings} valutazioni o recensioni per il prossimo AVA`,
  maturing: (ava: number) => `${ava.toLocaleString('it-IT')} AVA in maturazione`,
  maturingBadge: 'In maturazione',
  pots: {
    title: 'Da dove vengono i tuoi AVA',
    ratings: 'Valutazioni e recensioni fatte',
    stays: 'Soggiorni',
    unconfirmedStays: 'Prenotazioni, da usare su Garbo',
    note: 'Gli AVA delle prenotazioni senza la conferma di un partner si usano su Garbo e non vengono pagati sul wallet. Quando spendi, si usano per primi. Se due prenotazioni hanno notti in comune, ne vale una sola.',
  },
  signedAmount: (ava: number) => `${ava.toLocaleString('it-IT', { signDisplay: 'exceptZero' })} AVA`,
  status: 'Stato account',
  premium: 'Premium',
  standard: 'Standard',
  until: (date: string) => `Fino ${dateAl(date)}`,
  ratingsGiven: 'Valutazioni e recensioni fatte',
  transactions: 'Transazioni',
  transactionsEmpty: 'Non ci sono ancora movimenti.',
  transactionTypes: { earned: 'Guadagnati', spent: 'Spesi', premium_upgrade: 'Passaggio a Premium' } satisfies Record<
    AvaTransaction['type'],
    string
  >,
  history: {
    title: 'Saldo degli ultimi 12 mesi',
    series: 'Saldo AVA',
    empty: 'Il grafico compare con i tuoi primi AVA.',
  },
  open: 'Apri il wallet',
  tabs: { wallet: 'Wallet', premium: 'Premium', transactions: 'Transazioni' },
  setup: {
    title: 'Configura il wallet',
    intro: payoutSchedule,
    address: 'Indirizzo del wallet',
    placeholder: '0x...',
    threshold: 'Soglia di pagamento (AVA)',
    thresholdHint: `Da ${ruleParameters.payoutThresholdMin} a ${ruleParameters.payoutThresholdMax} AVA.`,
    save: 'Salva wallet',
    saved: 'Wallet configurato!',
    failed: 'Errore aggiornamento wallet',
  },
  address: {
    title: 'Dove ricevere i tuoi AVA',
    intro: payoutSchedule,
    save: 'Salva indirizzo',
    saved: 'Indirizzo salvato',
    failed: 'Si è verificato un errore durante la configurazione del wallet',
  },
  payouts: {
    title: 'Pagamenti AVA',
    empty: 'Non ci sono ancora pagamenti.',
    to: (address: string) => `A ${address}`,
    statuses: { pending: 'In attesa', confirmed: 'Confermato' } satisfies Record<AvaPayout['status'], string>,
  },
  upgrade: {
    title: 'Passa a Premium',
    offer: ({ days, price }: { readonly days: number; readonly price: number }) => `${days} giorni per ${price} AVA.`,
    benefits: [
      { name: 'Badge Premium accanto al nome', businessOnly: false },
      { name: 'Analisi avanzate dei clienti', businessOnly: true },
      { name: 'Esportazione in Excel e PDF', businessOnly: true },
      { name: 'Assistenza prioritaria', businessOnly: false },
    ],
    businessOnly: 'Solo per esercenti',
    buy: 'Diventa Premium',
    buying: 'Attivazione in corso...',
    bought: 'Sei Premium!',
    failed: 'Saldo AVA insufficiente',
    insufficientBalance: 'Saldo insufficiente. Guadagna AVA Token lasciando valutazioni!',
    active: 'Sei Premium.',
  },
} as const

export const companyWalletTexts = {
  title: shellTexts.companyWallet,
  intro: 'Da qui partono i pagamenti AVA verso i wallet di esercenti e clienti.',
  forbidden: 'Questa pagina è riservata agli amministratori.',
  statusTitle: 'Stato del wallet',
  configured: 'Configurato',
  notConfigured: 'Non configurato',
  address: 'Indirizzo',
  balance: 'Saldo',
  unknown: 'Non disponibile',
  refresh: 'Aggiorna',
  generate: 'Genera wallet aziendale',
  generateIntro:
    'Le credenziali vengono mostrate una sola volta e non vengono salvate da nessuna parte. Per continuare inserisci la tua password.',
  password: 'La tua password',
  confirm: 'Genera e mostra',
  failed: 'Errore nella generazione del wallet',
  credentials: {
    title: 'Credenziali del nuovo wallet',
    warning: 'Queste credenziali non saranno più mostrate: conservale subito in un luogo sicuro.',
    privateKey: 'Chiave privata',
    mnemonic: 'Frase di recupero',
    show: 'Mostra chiave privata',
    hide: 'Nascondi chiave privata',
    copyAddress: 'Copia indirizzo',
    copyKey: 'Copia chiave privata',
    copyMnemonic: 'Copia frase di recupero',
    next: 'Prossimi passi',
    steps: [
      'Imposta le variabili d’ambiente EVM_PRIVATE_KEY, con la chiave privata, ed EVM_RPC_URL, con l’indirizzo di un nodo della rete; servono anche EVM_CHAIN_ID e AVA_TOKEN_ADDRESS.',
      'Carica il wallet: AVA per i pagamenti e la valuta della rete per le commissioni.',
      'Riavvia l’applicazione.',
    ],
    saved: 'Ho salvato le credenziali',
  },
} as const

export const undoAddressTexts = {
  title: 'Annulla il cambio di indirizzo',
  text: 'L’indirizzo a cui inviamo i tuoi AVA torna quello di prima. Se non ne avevi uno, i pagamenti si fermano finché non ne scegli un altro.',
  submit: 'Annulla il cambio',
  restored: 'Fatto: i tuoi AVA arrivano di nuovo all’indirizzo di prima.',
  removed: 'Fatto: i tuoi AVA restano su Garbo finché non scegli un indirizzo.',
  password: 'Chi ha fatto il cambio conosce la tua password: scegline subito una nuova.',
  recover: 'Recupera le tue credenziali',
  failed: 'Non riusciamo ad annullare il cambio. Riprova.',
} as const

const ava = avaTexts.amount

/** @rule D-54 */
export const balanceCheckTexts = {
  title: 'Verifica il tuo saldo',
  intro:
    'Ogni notte Garbo pubblica il totale degli AVA che deve a tutti. Puoi controllare che il tuo saldo ne faccia parte: il calcolo lo fa il tuo browser, e nessuno vede i saldi degli altri con il loro nome.',
  start: 'Verifica',
  checking: 'Verifica in corso…',
  failed: 'La verifica non è riuscita.',
  notPossible: 'Il browser fa questo calcolo solo con una connessione sicura (https): riprova da lì.',
  holds: 'Il conto torna.',
  found: ({ date, leaf, total }: Pick<LiabilityProof, 'date' | 'leaf' | 'total'>) =>
    `I tuoi ${ava(leaf.sum)} ${dateDel(longDate(date))} sono nel totale di ${ava(total)} che Garbo deve a tutti.`,
  doesNotHold: 'Il conto non torna.',
  keepThis:
    'Il saldo dimostrato non porta al totale pubblicato. Conserva un’immagine di questa pagina e scrivi all’assistenza.',
  company: (balance: number | null) =>
    balance === null
      ? 'Il saldo del wallet aziendale non era disponibile.'
      : `Nel wallet aziendale c’erano ${ava(balance)}.`,
  includes:
    'Il saldo comprende gli AVA in maturazione e quelli di un pagamento in corso; i movimenti di oggi entrano domani.',
  steps: 'Vedi ogni passaggio',
  leaf: (sum: number) => `Il tuo saldo: ${ava(sum)}`,
  combined: {
    left: (sum: number) => `Con il nodo a sinistra: ${ava(sum)}`,
    right: (sum: number) => `Con il nodo a destra: ${ava(sum)}`,
  },
  publishedRoot: (root: string) => `Impronta pubblicata: ${root}`,
}
