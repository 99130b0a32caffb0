import { call } from '../../../shared/api.ts'
import { browserPushSubscription, pushWorkerPath } from '../../../shared/push-subscription.ts'

/** `blocked` in the browser's settings; `unsupported` by the browser. */
export type PushState = 'on' | 'off' | 'blocked' | 'unsupported'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** On if the account receives messages in this browser, which may still have the subscription of another account. */
export const readPushState = async (): Promise<PushState> => {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await browserPushSubscription()
  if (subscription === null) return 'off'
  return (await call('pushKey', {})).endpoints.includes(subscription.endpoint) ? 'on' : 'off'
}

/** Asks for permission, subscribes this browser and tells the server. */
export const enablePush = async (publicKey: string): Promise<PushState> => {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState()
  await navigator.serviceWorker.register(pushWorkerPath)
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  await call('subscribeToPush', { body: subscriptionBody(subscription) })
  return 'on'
}

export const disablePush = async (): Promise<PushState> => {
  const subscription = await browserPushSubscription()
  if (subscription !== null) {
    await call('unsubscribeFromPush', { body: subscriptionBody(subscription) })
    await subscription.unsubscribe()
  }
  return 'off'
}

const subscriptionBody = (subscription: PushSubscription) => {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}
