import type { ConnectionGraph, IdentifierKind, SharedIdentifier } from '../../../../contract/moderation/connections.ts'
import { counted } from '../../../shared/format.ts'
import { capitalDateDal, dateAl, dateDal } from '../../../shared/italian-dates.ts'
import { shellTexts } from '../../../texts.ts'

export const connectionTexts = {
  title: shellTexts.connections,
  intro:
    'Gli account che usano lo stesso telefono, la stessa casella e-mail, lo stesso indirizzo di pagamento o lo stesso dispositivo. Numeri e indirizzi non si vedono.',
  forbidden: 'Questa pagina è riservata ai moderatori.',
  forbiddenTitle: 'Accesso riservato',
  filter: 'Mostra',
  all: 'Tutti i collegamenti',
  kinds: {
    phone: 'telefono',
    mailbox: 'casella e-mail',
    'payout-address': 'indirizzo di pagamento',
    device: 'dispositivo',
  } satisfies Record<IdentifierKind, string>,
  filters: {
    phone: 'Telefoni',
    mailbox: 'Caselle e-mail',
    'payout-address': 'Indirizzi di pagamento',
    device: 'Dispositivi',
  } satisfies Record<IdentifierKind, string>,
  accountKinds: { business: 'Esercente', client: 'Cliente' } satisfies Record<
    SharedIdentifier['accounts'][number]['accountKind'],
    string
  >,
  empty: 'Nessun account è collegato ad altri.',
  loadFailed: 'I collegamenti non sono disponibili',
  accounts: (count: number) => counted(count, 'account', 'account'),
  connectedSince: (date: string) => `Collegati ${dateDal(date)}`,
  further: (count: number) => (count === 1 ? 'e un altro account' : `e altri ${count} account`),
  unknown: 'Account senza nome',
  period: (since: string, until: string | null) =>
    until === null ? capitalDateDal(since) : `${capitalDateDal(since)} ${dateAl(until)}`,
  registered: 'indicato alla registrazione',
  forgotten: 'lasciato da più di un anno, non collega più',
  adopted: (clients: readonly string[]) => `preso dopo ${clients.join(', ')}, non collega`,
  showGraph: 'Vedi il grafico',
  link: 'Account collegati',
  graph: {
    back: 'Tutti i collegamenti',
    title: (name: string) => `Collegamenti di ${name}`,
    none: 'Questo account non è collegato ad altri.',
    loadFailed: 'Il grafico non è disponibile',
    cut: ({ accounts }: Pick<ConnectionGraph, 'accounts'>) =>
      `Il grafico mostra i ${accounts.length} account più vicini; ce ne sono altri.`,
    drawing: (accounts: number, identifiers: number, date: string) =>
      `Il grafico ${dateAl(date)}: ${counted(accounts, 'account', 'account')} e ${counted(identifiers, 'identificativo', 'identificativi')}. La tabella qui sotto ha gli stessi dati.`,
    scroll: 'Il grafico',
    date: 'Data',
    legend: 'Legenda',
    legendClient: 'cliente',
    legendBusiness: 'esercente',
    legendIdentifier: 'identificativo in comune',
    legendUse: 'in uso',
    legendEnded: 'non più in uso',
    legendWithout: 'non collega',
    uses: 'Chi usa che cosa',
    table: 'Tabella',
    columns: ['Account', 'Identificativo', 'Dal', 'Al', 'Alla data scelta', 'Note'],
    states: { before: 'Non ancora', used: 'In uso', ended: 'Non più in uso' },
    details: 'Gli account',
    steps: ['Account scelto', 'Collegamento diretto', 'Tramite un altro account'],
    sanctions: 'Sanzioni',
    openCase: (kind: string) => `Caso aperto: ${kind}`,
    graphOf: 'Collegamenti',
  },
} as const
