import { al } from './dates.ts'

const whenPaid = 'Ogni 24 ore, se il saldo raggiunge la soglia, gli AVA vengono inviati a questo indirizzo.'

export const ava = {
  title: 'AVA Wallet',
  intro:
    'Gli AVA premiano chi partecipa: 1 AVA ogni 10 valutazioni o recensioni fatte, 1 AVA ogni 100 € di prenotazioni.',
  card: 'AVA',
  balance: 'Saldo AVA',
  amount: (ava: number) => `${ava.toLocaleString('it-IT')} AVA`,
  left: (ratings: number) =>
    ratings === 1 ? 'Ancora 1 valutazione per il prossimo AVA' : `Ancora ${ratings} valutazioni per il prossimo AVA`,
  maturing: (ava: number) => `${ava.toLocaleString('it-IT')} AVA in maturazione`,
  maturingBadge: 'In maturazione',
  signed: (ava: number) => `${ava.toLocaleString('it-IT', { signDisplay: 'exceptZero' })} AVA`,
  status: 'Stato account',
  premium: 'Premium',
  standard: 'Standard',
  until: (date: string) => `Fino ${al(date)}`,
  given: 'Valutazioni fatte',
  transactions: 'Transazioni',
  transactionsEmpty: 'Non ci sono ancora movimenti.',
  kinds: { earned: 'Guadagnati', spent: 'Spesi', premium_upgrade: 'Passaggio a Premium' },
  open: 'Apri il wallet',
  tabs: { wallet: 'Wallet', premium: 'Premium', transactions: 'Transazioni' },
  setup: {
    title: 'Configura il wallet',
    intro: whenPaid,
    address: 'Indirizzo del wallet',
    placeholder: '0x...',
    threshold: 'Soglia di pagamento (AVA)',
    thresholdHint: 'Da 1 a 100 AVA.',
    save: 'Salva wallet',
    saved: 'Wallet configurato!',
    failed: 'Errore aggiornamento wallet',
  },
  address: {
    title: 'Dove ricevere i tuoi AVA',
    intro: whenPaid,
    save: 'Salva indirizzo',
    saved: 'Indirizzo salvato',
    failed: 'Si è verificato un errore durante la configurazione del wallet',
  },
  payouts: {
    title: 'Pagamenti AVA',
    empty: 'Non ci sono ancora pagamenti.',
    to: (address: string) => `A ${address}`,
    statuses: { pending: 'In attesa', confirmed: 'Confermato' },
  },
  upgrade: {
    title: 'Passa a Premium',
    offer: ({ days, price }: { readonly days: number; readonly price: number }) => `${days} giorni per ${price} AVA.`,
    benefits: [
      { name: 'Badge Premium', ready: false },
      { name: 'Analisi avanzate dei clienti', ready: false },
      { name: 'Esportazione in Excel e PDF', ready: false },
      { name: 'Assistenza prioritaria', ready: false },
    ],
    soon: 'In arrivo',
    buy: 'Diventa Premium',
    buying: 'Attivazione in corso...',
    bought: 'Sei Premium!',
    failed: 'Saldo AVA insufficiente',
    short: 'Saldo insufficiente. Guadagna AVA Token lasciando valutazioni!',
    already: 'Sei Premium.',
  },
} as const
