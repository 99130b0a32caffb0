import { al } from './dates.ts'

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
} as const
