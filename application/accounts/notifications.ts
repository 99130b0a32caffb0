import { account } from '../../domain/accounts/account.ts'
import { type ChosenNotificationSettings, deliveriesOf } from '../../domain/accounts/notification-settings.ts'
import type { NotificationChannel } from '../../domain/accounts/vocabulary.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { load } from '../command-handler.ts'
import { executeCommand } from '../execute-command.ts'
import { type JobQueue, type JobServices, runOrThrow, type ScheduledTask } from '../jobs.ts'
import { isRejection, rejectedWith, type Result, type UseCase } from '../use-case.ts'
import { type AuthUseCase, visitorMetadata } from './auth-services.ts'
import { stillWanted, summaryOf } from './notification-messages.it.ts'
import type { PlannedDelivery, UnplannedNotification } from './notification-ports.ts'
import type { StorageFailure } from './ports.ts'

export const setNotificationSettings: UseCase<ChosenNotificationSettings, Position | null> = (context) => (settings) =>
  pipe(
    context.execute(account, context.person.accountId, {
      type: 'SetNotificationSettings',
      ...settings,
      at: context.at,
    }),
    TE.map(({ position }) => position),
  )

/**
 * Ends e-mails of the kinds that the link's e-mail was about. Repeating it changes nothing, and neither does the link of a
 * deleted account.
 */
export const unsubscribe: AuthUseCase<{ readonly token: string }, Position | null> =
  (auth) =>
  ({ token }, correlationId) => {
    const subject = auth.notifications.unsubscribeTokens.read(token)
    if (subject === null) return TE.left(rejectedWith({ type: 'UnsubscribeLinkInvalid' }))
    const { accountId, kinds } = subject
    const command = { type: 'UnsubscribeFromKinds', kinds, at: auth.clock() } as const
    return pipe(
      executeCommand(auth)(account, accountId, command, visitorMetadata(auth, correlationId)),
      TE.map(({ position }) => position),
      TE.orElse((failure): Result<Position | null> =>
        failure.type === 'SubjectErased' || isRejection(failure, 'AccountGone', 'AccountNotRegistered')
          ? TE.right(null)
          : TE.left(failure),
      ),
    )
  }

/** Records the browser of a sign-in. The owner is notified of every browser but the first. */
export const recordDevice: AuthUseCase<
  { readonly accountId: string; readonly deviceId: string; readonly device: string | null },
  Position | null
> =
  (auth) =>
  ({ accountId, deviceId, device }, correlationId) => {
    const command = {
      type: 'RecordDevice',
      deviceId: auth.nameHasher.device(accountId, deviceId),
      device,
      at: auth.clock(),
    } as const
    return pipe(
      executeCommand(auth)(account, accountId, command, visitorMetadata(auth, correlationId)),
      TE.map(({ position }) => position),
    )
  }

// --- Delivery ---------------------------------------------------------------------------------------

/**
 * Plans the deliveries of new notifications by the configured channels and sends those that are due. Notifications of one
 * account that are due together leave as one message per channel.
 */
export const deliverNotifications: ScheduledTask['run'] = ({ services }) => {
  const { notifications, recoveryRules, clock } = services
  const at = clock()
  const channels = new Set<NotificationChannel>([...recoveryRules.channels, 'push'])
  const deliveries = (notification: UnplannedNotification) =>
    plannedDeliveries(notification, at).filter(({ channel }) => channels.has(channel))
  return pipe(
    untilNoneLeft(notifications.store.plan(deliveries)),
    TE.flatMap(() => untilNoneLeft(notifications.store.send(at))),
  )
}

const plannedDeliveries = (notification: UnplannedNotification, at: Instant): readonly PlannedDelivery[] =>
  deliveriesOf(notification, notification.settings, at)
    .filter(({ channel }) => notification.reachable.includes(channel))
    .map(({ channel, dueAt }) => ({ notification, channel, dueAt }))

const untilNoneLeft =
  (batch: TE.TaskEither<StorageFailure, number>): TE.TaskEither<StorageFailure, void> =>
  async () => {
    for (;;) {
      const done = await batch()
      if (E.isLeft(done)) return done
      if (done.right === 0) return E.right(undefined)
    }
  }

/**
 * Push messages. Each browser has its own job, so that a push service that fails repeats nothing elsewhere. Jobs, by their
 * stored names: `notification-push` addresses all browsers of an account, `push-to-browser` one.
 */
export const pushQueue: JobQueue = {
  handler: (context) => (job) => {
    const { accountId, batch, subscriptionId } = job.data
    const message = { accountId: String(accountId), batch: String(batch) }
    return job.name === 'notification-push'
      ? pushToAllBrowsers(context, message)
      : pushToBrowser(context, { ...message, subscriptionId: String(subscriptionId) })
  },
}

interface PushMessage {
  readonly accountId: string
  readonly batch: string
}

const pushToAllBrowsers = async ({ services, jobs }: JobServices, { accountId, batch }: PushMessage): Promise<void> => {
  const subscriptions = await runOrThrow(services.notifications.store.subscriptionsOf(accountId, services.clock()))
  await jobs.add(
    subscriptions.map(({ id }) => ({
      queue: 'push',
      name: 'push-to-browser',
      data: { accountId, batch, subscriptionId: id },
      key: `push-${batch}-${id}`,
    })),
  )
}

const pushToBrowser = async (
  { services }: JobServices,
  { accountId, batch, subscriptionId }: PushMessage & { readonly subscriptionId: string },
): Promise<void> => {
  const { store, push, textOf } = services.notifications
  const subscriptions = await runOrThrow(store.subscriptionsOf(accountId, services.clock()))
  const subscription = subscriptions.find(({ id }) => id === subscriptionId)
  const { state } = await runOrThrow(load(services)(account, accountId))
  if (subscription === undefined || state.kind === null) return
  const notifications = stillWanted('push', state, await runOrThrow(store.inMessage(batch)))
  const summary = summaryOf(notifications.map((notification) => textOf(notification, state.kind)))
  if (summary === null) return
  const outcome = await push.send(subscription, JSON.stringify({ ...summary, tag: batch }))
  if (outcome === 'gone') await runOrThrow(store.unsubscribe(accountId, subscription.endpoint))
}
