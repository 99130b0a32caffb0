import { counted } from '../../shared/format.ts'

export const correlationTexts = {
  title: 'Conseguenze di una richiesta',
  intro: (id: string) =>
    `Che cosa ha prodotto la richiesta ${id}, in tutte le storie: ogni evento sotto quello che lo ha causato.`,
  section: 'Causa e conseguenze',
  all: 'Apri su una pagina',
  failed: 'Non riusciamo a caricare le conseguenze.',
  empty: 'Questa richiesta non ha prodotto eventi.',
  tree: (events: number) =>
    `Albero di ${counted(events, 'evento', 'eventi')}. Con le frecce vai da un evento all’altro, con Invio lo apri.`,
  more: (count: number) => `Mostra altri ${count}`,
  table: 'Mostra come tabella',
  columns: { event: 'Evento', stream: 'Storia', at: 'Quando', cause: 'Causato da' },
  noCause: 'Nessun altro evento',
} as const
