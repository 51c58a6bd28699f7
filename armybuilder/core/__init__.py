"""What every area of the site shares: kept rows and their versions, visitors, responses, and the base of the API."""
