import { shellTexts } from '../../texts.ts'
import type { ProofPart } from './log-proof.ts'

export const eventTexts = {
  title: (type: string) => `Evento ${type}`,
  loadingTitle: 'Evento',
  intro: 'Che cosa è stato registrato, e la prova che è nel registro: la controlla questo browser, non Garbo.',
  failed: 'Non riusciamo a caricare l’evento.',
  facts: {
    title: 'Che cosa è stato registrato',
    id: 'Identificativo',
    stream: 'Storia',
    version: (version: number) => `evento ${version}`,
    at: 'Quando',
    actor: 'Chi ha agito',
    roles: {
      visitor: 'Visitatore',
      business: shellTexts.roleBusiness,
      client: shellTexts.roleClient,
      moderator: shellTexts.staff.MODERATORE,
      admin: shellTexts.staff.ADMIN,
      auditor: shellTexts.staff.REVISORE,
      operator: 'Gestore di Garbo',
      policy: 'Garbo, in automatico',
    } as Readonly<Record<string, string>>,
    cause: 'Causato da',
    noCause: 'Nessun altro evento',
    leaf: 'Posto nell’albero',
    correlation: 'Richiesta',
    data: 'Dati',
    noData: 'Questo evento non ha dati.',
    sealed: 'Sigillato',
    opened: 'Aperto per te',
    none: 'nessuno',
  },
  proof: {
    title: 'Prova',
    holds: 'La prova regge: l’evento è nel registro sigillato.',
    fails: 'La prova non regge. Non fidarti di questa pagina: conserva la risposta e segnalala.',
    notPossible:
      'Questo browser non sa calcolare la prova: servono una connessione sicura e una versione che conosca le firme Ed25519.',
    parts: {
      event: [
        'La foglia descrive l’evento di questa pagina',
        'La foglia descrive un altro evento, o lo descrive in altro modo',
      ],
      leaf: ['L’impronta della foglia è quella dichiarata', 'L’impronta della foglia non è quella dichiarata'],
      path: ['I passaggi portano alla radice dichiarata', 'I passaggi non portano alla radice dichiarata'],
      checkpoint: [
        'Il checkpoint ha la stessa radice e la stessa dimensione',
        'Il checkpoint ha un’altra radice o un’altra dimensione, o manca',
      ],
      signature: [
        'Il checkpoint è firmato con una chiave pubblicata',
        'Nessuna chiave pubblicata ha firmato il checkpoint',
      ],
    } satisfies Record<ProofPart, readonly [holds: string, fails: string]>,
    doesNotHold: 'Non regge',
    holdsShort: 'Regge',
    limits:
      'Dimostra che l’evento è tra quelli firmati. Non dimostra che Garbo mostri a tutti lo stesso registro: per questo servono i testimoni, o un checkpoint che hai conservato tu.',
    openedNotProved: 'I valori aperti per te non fanno parte della prova: nella foglia restano cifrati.',
    steps: (count: number) => (count === 1 ? 'Mostra 1 passaggio' : `Mostra i ${count} passaggi`),
    leafStep: 'Impronta della foglia, calcolata qui: SHA-256(0x00 ‖ foglia)',
    step: {
      left: 'A sinistra l’impronta della prova, a destra quella calcolata',
      right: 'A sinistra l’impronta calcolata, a destra quella della prova',
    },
    sibling: 'dalla prova',
    result: 'SHA-256(0x01 ‖ sinistra ‖ destra)',
    root: 'Radice del checkpoint firmato',
    noRoot: 'Manca',
    leafText: 'Foglia, come è conservata',
    note: 'Checkpoint firmato',
    key: (keyId: string) => `Firmato con la chiave ${keyId}`,
  },
} as const
