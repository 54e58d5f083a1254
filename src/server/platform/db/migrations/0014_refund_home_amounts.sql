SET LOCAL lock_timeout = '5s';--> statement-breakpoint
ALTER TABLE "payment_returns" ADD COLUMN "home_amount" numeric;--> statement-breakpoint
ALTER TABLE "payment_returns" DROP CONSTRAINT "payment_returns_amount";--> statement-breakpoint
ALTER TABLE "payment_returns" ADD CONSTRAINT "payment_returns_amount" CHECK ("payment_returns"."amount" <> 0 or coalesce("payment_returns"."home_amount", 0) <> 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_returns" ADD CONSTRAINT "payment_returns_home" CHECK (sign("payment_returns"."home_amount") * sign("payment_returns"."amount") >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_returns" VALIDATE CONSTRAINT "payment_returns_amount";--> statement-breakpoint
ALTER TABLE "payment_returns" VALIDATE CONSTRAINT "payment_returns_home";
