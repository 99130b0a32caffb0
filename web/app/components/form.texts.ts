/** Texts of components for input, which the first pages do not load. */
export const formTexts = {
  showPassword: 'Mostra la password',
  hidePassword: 'Nascondi la password',
  noPasswordHint: 'Se entri con Google o Facebook e non ne hai una, creala con «Hai dimenticato le credenziali?».',
  notChosen: 'non ancora scelto',
  playableSlider: { play: 'Riproduci', pause: 'Pausa', previous: 'Indietro', next: 'Avanti' },
  reasonMissing: 'Spiega il motivo',
  copied: 'Copiato',
  copyFailed: 'Copia non riuscita: seleziona il testo e copialo a mano.',
  searchResults: 'Risultati della ricerca',
  searchResultCount: (found: number) =>
    `${found === 1 ? '1 risultato' : `${found} risultati`}: scegli con le frecce e premi Invio.`,
} as const
