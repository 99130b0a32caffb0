import { dateAl } from '../../shared/italian-dates.ts'

export const overviewTexts = {
  title: 'Revisione',
  intro: 'Lo stato del registro: fin dove è sigillato, chi lo conferma, e se ciò che tutti vedono gli corrisponde.',
  checkpoints: {
    title: 'Ultimi checkpoint',
    intro:
      'Un checkpoint sigilla con una firma tutti gli eventi fino a lì. Chi ne conserva uno si accorge se il registro viene riscritto.',
    table: 'Elenco dei checkpoint',
    live: (when: string) => `Aggiornato alle ${when}`,
    columns: { size: 'Eventi', at: 'Sigillato', root: 'Radice', key: 'Chiave' },
    failed: 'Non riusciamo a caricare i checkpoint.',
    empty: 'Non c’è ancora nessun checkpoint: il primo arriva un secondo dopo il primo evento.',
  },
  witnesses: {
    title: 'Testimoni',
    honest:
      'Un testimone controlla che ogni checkpoint continui il precedente. Un testimone gestito da Garbo scopre una riscrittura; solo uno indipendente la impedisce.',
    none: 'Nessun testimone è configurato: finora nessuno conferma i checkpoint.',
    cosigned: 'Confermato',
    notCosigned: 'Non confermato',
    since: (size: string, when: string) => `Conferma i primi ${size} eventi, fino ${dateAl(when)}.`,
    behind: 'Ma non l’ultimo checkpoint.',
    never: 'Non ha confermato nessuno degli ultimi checkpoint.',
    failed: 'Non riusciamo a caricare i testimoni.',
    notPossible: 'Questo browser non sa verificare le firme: usane uno aggiornato, con una connessione sicura.',
  },
  readModels: {
    title: 'Dati mostrati e registro',
    intro: 'Garbo ricalcola senza sosta dal registro ciò che le pagine mostrano, e lo confronta.',
    table: 'Elenco dei controlli',
    equal: 'Uguale',
    differs: 'Diverso',
    allEqual: (count: number) => (count === 1 ? 'Uguale al registro.' : `Tutti e ${count} uguali al registro.`),
    someDiffer: (count: number) => (count === 1 ? '1 è diverso dal registro.' : `${count} sono diversi dal registro.`),
    columns: { name: 'Dati', state: 'Esito', rows: 'Righe', checkedAt: 'Controllato' },
    failed: 'Non riusciamo a caricare i controlli.',
    empty: 'Nessun controllo è ancora terminato.',
  },
  openings: {
    title: 'Ultime aperture di dati personali',
    by: (account: string) => `Amministratore ${account}`,
    details: (when: string) => `Apertura del ${when}`,
    failed: 'Non riusciamo a caricare le aperture.',
    empty: 'Nessun dato personale è stato aperto.',
  },
} as const
