/**
 * What of a payment `p` of the user `$1` is being refunded and is not deducted from it yet: refunds that are unanswered, and those that
 * were answered after the payment was last fetched. Those by hand are deducted at once.
 */
export const pendingRefundsSql = `(select coalesce(sum(r.amount), 0.00)
   from payment_refunds r left join payment_attempts a on a.user_id = $1 and a.id = p.attempt_id
   where r.user_id = $1 and r.payment_id = p.id and p.provider <> 'manual'
     and (r.status = 'asking' or (r.status in ('pending', 'succeeded') and r.updated_at > coalesce(a.asked_at, '-infinity'))))`
