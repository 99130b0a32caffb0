export const pushWorkerPath = '/push-worker.js'

/** The browser's own subscription, whatever account it is for; null without one. */
export const browserPushSubscription = async (): Promise<PushSubscription | null> => {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration(pushWorkerPath)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The server has ended it with the session; here nobody waits for the browser's push service. */
export const dropPushSubscription = (): void =>
  void browserPushSubscription()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined)
