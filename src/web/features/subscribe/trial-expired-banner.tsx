import { PlanNotice } from '#web/plans/notice.tsx'

export const TrialExpiredBanner = () => (
  <div className="mb-6">
    <PlanNotice tone="warn">Your free trial has expired, please choose a plan to continue using the product</PlanNotice>
  </div>
)
