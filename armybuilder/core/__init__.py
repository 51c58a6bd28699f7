"""What every area of the site shares: kept rows and their versions, visitors, errors, and the API's ground."""
