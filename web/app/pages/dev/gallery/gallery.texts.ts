export const galleryTexts = {
  title: 'Galleria dei componenti',
  intro: 'Pagina per sviluppatori: ogni componente in ogni stato.',
  colours: 'Colori',
  schemes: { system: 'Come il sistema', light: 'Chiaro', dark: 'Scuro' },
} as const
