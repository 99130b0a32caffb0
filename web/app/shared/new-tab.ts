/** Another site, in a tab that knows neither who opened it nor from where. */
export const openInNewTab = (address: string): void => {
  window.open(address, '_blank', 'noopener,noreferrer')
}
