// Shows push messages of Garbo: {title, text, link, tag} as JSON.

self.addEventListener('push', (event) => {
  const { title, text, link, tag } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body: text, tag, lang: 'it', data: { link } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(new URL(event.notification.data.link, self.location.origin).href))
})

/** Uses an open tab of Garbo, or opens one. */
const openPage = async (url) => {
  const tabs = await self.clients.matchAll({ type: 'window' })
  const [tab] = tabs
  if (tab === undefined) return self.clients.openWindow(url)
  await tab.focus()
  return tab.navigate(url)
}
