export const favouriteTexts = {
  title: 'I miei preferiti',
  intro: 'Le attività che hai salvato.',
  empty: 'Non hai ancora salvato nessuna attività. Apri la pagina di un’attività e premi Salva tra i preferiti.',
  failed: 'Non riusciamo a mostrare i tuoi preferiti.',
  save: 'Salva tra i preferiti',
  remove: 'Togli dai preferiti',
  saved: 'Attività salvata tra i preferiti',
  removed: 'Attività tolta dai preferiti',
  writeFailed: 'Non siamo riusciti ad aggiornare i tuoi preferiti.',
} as const
