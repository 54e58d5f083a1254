ALTER TABLE "business_profiles" DROP COLUMN "logo_url";--> statement-breakpoint
ALTER TABLE "business_profiles" DROP COLUMN "stripe_account_status";--> statement-breakpoint
ALTER TABLE "business_profiles" DROP COLUMN "paypal_account_status";